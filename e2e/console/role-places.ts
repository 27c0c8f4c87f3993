// Where the console has what each permission of the contract is for. A permission without a place here does not compile.
import type { Permission } from '@sshore/contract'
import type { FullNamespace } from './full-namespace.ts'

type Words = string | RegExp

export type Place =
  /** A button, or what stands for one. */
  | { readonly at: string; readonly button: Words }
  /** In the menu of one thing of a list. */
  | { readonly at: string; readonly of: string; readonly item: Words }
  /** A switch. */
  | { readonly at: string; readonly field: Words }
  /** A choice, in place of which the others read a word. */
  | { readonly at: string; readonly choice: Words; readonly word: Words }
  /** What the others do not see; the page says why instead. */
  | { readonly at: string; readonly shown: Words; readonly as: 'button' | 'heading' | 'link' | 'textbox' | 'region' }
  /** Where the console has nothing of it. */
  | { readonly none: string }

export interface Furnished extends FullNamespace {
  /** An observer. */
  readonly guestEmail: string
  /** Who was invited and has not answered. */
  readonly waiting: string
  readonly connector: string
}

/** Needs a namespace of its own with something on every page. */
export function placesOf(ns: Furnished): Readonly<Record<Permission, readonly Place[]>> {
  const device = `/devices/${ns.device}`
  const edited = (at: string, of: string): readonly Place[] => [{ at, of, item: 'Edit' }]
  const removed = (at: string, of: string): readonly Place[] => [{ at, of, item: /^Remove/ }]
  return {
    'device:connect': [{ at: device, shown: /^Open a terminal/, as: 'link' }],
    'device:details': [{ at: device, shown: 'Identity', as: 'heading' }],
    'device:accept': [
      { at: '/devices?status=pending', button: 'Accept lobby' },
      { at: '/devices?status=pending', button: 'Reject lobby' },
    ],
    'device:update': [{ at: '/devices', button: 'Rename kitchen-display' }],
    'device:tag': [
      { at: '/tags', of: 'shop', item: 'Rename' },
      { at: '/tags', of: 'shop', item: /^Remove/ },
    ],
    'device:remove': removed('/devices', 'kitchen-display'),
    'session:details': [{ at: `/sessions/${ns.session}`, shown: 'pi on till-3', as: 'heading' }],
    'session:play': [{ at: '/recordings', shown: 'Search all recordings', as: 'textbox' }],
    'session:close': [{ at: '/sessions?state=active', button: /^Close the session of/ }],
    'session:update': [{ none: 'what of a session may be changed is for gateways to tell' }],
    'session:remove': [{ none: 'beside the player, which only those see who may play and remove' }],
    'public-key:create': [{ at: '/public-keys', button: 'Add public key' }],
    'public-key:update': edited('/public-keys', "Ada's laptop"),
    'public-key:remove': removed('/public-keys', "Ada's laptop"),
    'certificate-authority:create': [{ at: '/certificates', button: 'Add authority' }],
    'certificate-authority:update': edited('/certificates', 'Shop floor'),
    'certificate-authority:remove': removed('/certificates', 'Shop floor'),
    'certificate:issue': [{ none: 'everybody issues for themselves; only for whom is another matter' }],
    'certificate:revoke': [{ at: '/certificates', button: /^Revoke / }],
    'audit:details': [{ none: 'read with the command line' }],
    'webhook:details': [{ none: 'set up with the command line' }],
    'webhook:create': [{ none: 'as webhook:details' }],
    'webhook:update': [{ none: 'as webhook:details' }],
    'webhook:remove': [{ none: 'as webhook:details' }],
    'connector:details': [{ at: '/connectors', shown: `More for ${ns.connector}`, as: 'button' }],
    'connector:create': [{ at: '/connectors', button: 'Add connector' }],
    'connector:update': [
      ...edited('/connectors', ns.connector),
      { at: '/connectors', field: `Switched on: ${ns.connector}` },
    ],
    'connector:remove': removed('/connectors', ns.connector),
    'firewall:details': [{ at: '/firewall', shown: 'More for Rule 1', as: 'button' }],
    'firewall:create': [{ at: '/firewall', button: 'Add rule' }],
    'firewall:update': [...edited('/firewall', 'Rule 1'), { at: '/firewall', field: 'Rule 1 is active' }],
    'firewall:remove': removed('/firewall', 'Rule 1'),
    'tunnel:create': [{ at: device, button: 'Open a tunnel' }],
    'tunnel:remove': [{ at: device, button: 'Close' }],
    'namespace:update': [{ at: '/settings', field: 'ssh-agent' }],
    'namespace:delete': [{ at: '/settings', button: 'Delete this namespace' }],
    'member:add': [
      { at: '/members', button: 'Add member' },
      { at: '/members', of: ns.waiting, item: 'Mail it again' },
      { at: '/members', of: ns.waiting, item: /^New link/ },
    ],
    'member:update': [{ at: '/members', choice: `Role of ${ns.guestEmail}`, word: 'observer' }],
    'member:remove': [
      { at: '/members', button: `Remove ${ns.guestEmail}` },
      { at: '/members', of: ns.waiting, item: /^Withdraw/ },
    ],
    'api-key:create': [{ at: '/api-keys', button: 'Create API key' }],
    'api-key:update': edited('/api-keys', 'monitoring'),
    'api-key:remove': removed('/api-keys', 'monitoring'),
    'billing:details': [{ at: '/billing', shown: 'Subscription', as: 'region' }],
    'billing:update': [{ at: '/billing', shown: 'Set up billing', as: 'button' }],
  }
}
