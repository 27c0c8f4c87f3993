// The permissions of forwarding: named one way as settings of a namespace, another where the gateway reads them.
import { everyForwarding, type Forwarding, type ForwardingKind, type forwardingSettings } from '@sshore/contract'
import { flag } from '../../platform/database/codecs.ts'

type Setting = (typeof forwardingSettings)[ForwardingKind]
export type ForwardingColumns = Readonly<Record<Setting, number>>
export type ForwardingSettings = Readonly<Record<Setting, boolean>>

const each = <Value>(value: (setting: Setting, kind: ForwardingKind) => Value): Record<Setting, Value> => ({
  allow_local_forwarding: value('allow_local_forwarding', 'local'),
  allow_remote_forwarding: value('allow_remote_forwarding', 'remote'),
  allow_socket_forwarding: value('allow_socket_forwarding', 'socket'),
  allow_agent_forwarding: value('allow_agent_forwarding', 'agent'),
})

/** To be selected where `namespaces` is joined. */
export const forwardingColumns = [
  'namespaces.allow_local_forwarding',
  'namespaces.allow_remote_forwarding',
  'namespaces.allow_socket_forwarding',
  'namespaces.allow_agent_forwarding',
] as const

/** Of a new namespace. */
export const initialForwarding: ForwardingColumns = each((_, kind) => flag.write(everyForwarding[kind]))

export const readForwardingSettings = (row: ForwardingColumns): ForwardingSettings =>
  each((setting) => flag.read(row[setting]))

/** What is absent stays as it is. */
export const editForwarding = (
  known: ForwardingColumns,
  edit: { readonly [Name in Setting]?: boolean | undefined },
): ForwardingColumns =>
  each((setting) => {
    const value = edit[setting]
    return value === undefined ? known[setting] : flag.write(value)
  })

export const forwardingOf = (row: ForwardingColumns): Forwarding => ({
  local: flag.read(row.allow_local_forwarding),
  remote: flag.read(row.allow_remote_forwarding),
  socket: flag.read(row.allow_socket_forwarding),
  agent: flag.read(row.allow_agent_forwarding),
})
