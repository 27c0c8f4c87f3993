// Where one feature lets others take part. Lists are ordered, empty by default, and belong to one server.
import type { DeviceUid, Role, SessionUid, TenantId, UserId } from '@sshore/contract'
import type { Database } from './platform/database/schema.ts'
import type { Scope } from './platform/scope.ts'

export type Verdict = { readonly outcome: 'allowed' } | { readonly outcome: 'denied'; readonly reason: string }

/** Runs inside the transaction of the change, on its `database`; throwing a `Failure` refuses the change. */
export interface Change {
  readonly database: Database
  readonly scope: Scope
  /** Runs after the commit, and not at all when it fails. */
  readonly afterCommit: (run: () => void) => void
}

export interface HookTypes {
  /** A device is about to be accepted. */
  'device.accept': (change: Change & { readonly uid: DeviceUid }) => Promise<void>
  /** A re-flashed device takes the place of its old self, whose row is about to go: move what should stay. */
  'device.take-over': (change: Change & { readonly from: DeviceUid; readonly to: DeviceUid }) => Promise<void>
  /** A device checked in and named the sessions that run on it. */
  'device.check-in': (database: Database, scope: Scope, uid: DeviceUid, sessions: readonly string[]) => Promise<void>
  /** A person wants to reach a device. All are asked in order; the first that denies decides. */
  'connection.evaluate': (connection: {
    readonly database: Database
    readonly scope: Scope
    readonly deviceUid: DeviceUid
    readonly deviceName: string
    readonly username: string
    readonly ipAddress: string
  }) => Promise<Verdict>
  /** The row of a session is about to be written. */
  'session.open': (change: Change & { readonly uid: SessionUid; readonly deviceUid: DeviceUid }) => Promise<void>
  /** A user is about to become a member. */
  'member.join': (change: Change & { readonly userId: UserId; readonly role: Role }) => Promise<void>
  /** A namespace is about to be deleted; rows that reference it go by themselves. */
  'namespace.delete': (change: Change) => Promise<void>
  /** How many devices count as accepted, for those namespaces of the list that have any. */
  'namespace.count-devices': (
    database: Database,
    tenants: readonly TenantId[],
  ) => Promise<ReadonlyMap<TenantId, number>>
  /** Whether a device's token is still good: the device is there and was not removed. */
  'device.exists': (database: Database, scope: Scope, uid: DeviceUid) => Promise<boolean>
}

export type HookName = keyof HookTypes
type HookLists = { [Name in HookName]: HookTypes[Name][] }

export interface Hooks {
  add<Name extends HookName>(name: Name, hook: HookTypes[Name]): void
  list<Name extends HookName>(name: Name): readonly HookTypes[Name][]
}

export function createHooks(): Hooks {
  const lists: HookLists = {
    'device.accept': [],
    'device.take-over': [],
    'device.check-in': [],
    'connection.evaluate': [],
    'session.open': [],
    'member.join': [],
    'namespace.delete': [],
    'namespace.count-devices': [],
    'device.exists': [],
  }
  return {
    add(name, hook) {
      lists[name].push(hook)
    },
    list: (name) => lists[name],
  }
}
