// Where one feature lets others take part. Lists are ordered, empty by default, and belong to one server.
import type {
  ChangeFacts,
  ChangeName,
  ChangeTarget,
  DeviceStatus,
  DeviceUid,
  FirewallRuleId,
  Language,
  NamespaceBilling,
  NamespaceEvent,
  RecordingPolicy,
  Role,
  ServerFacts,
  SessionUid,
  TenantId,
  UserId,
} from '@sshore/contract'
import type { Changing } from './http/implement.ts'
import type { Actor } from './platform/actor.ts'
import type { Database, NamespacesTable, UsersTable } from './platform/database/schema.ts'
import type { Scope } from './platform/scope.ts'
import type { Services } from './services.ts'

export type Verdict =
  | { readonly outcome: 'allowed'; readonly rule?: FirewallRuleId }
  | {
      readonly outcome: 'denied'
      /** What whoever connects is told. */
      readonly reason: string
      /** What the audit log says in its place, where strangers are not told all. */
      readonly ground?: string
      readonly rule?: FirewallRuleId
    }

/** A person wants to reach a device. */
export interface WantedConnection {
  readonly database: Database
  readonly scope: Scope
  readonly deviceUid: DeviceUid
  readonly deviceName: string
  readonly username: string
  /** The client's, past trusted proxies. */
  readonly ipAddress: string
  /** What they are in the namespace, where that is known: before a login by SSH it is not. */
  readonly role?: Role
}

/** One thing that was done. */
export interface Fact {
  readonly what: ChangeName
  readonly target: { readonly kind: ChangeTarget; readonly id: string; readonly name?: string }
  /** What the target was like before; absent for something new. */
  readonly before?: ChangeFacts
  /** What it is like now; absent for something that is gone. */
  readonly after?: ChangeFacts
}

/** Runs inside the transaction of the change, on its `database`; throwing a `Failure` refuses the change. */
export interface Work {
  readonly database: Database
  readonly actor: Actor
  /** Runs after the commit, and not at all when it fails. */
  readonly afterCommit: (run: () => void) => void
  /**
   * Tells what was done to all who listen (hook `changed`), within the transaction. `where` is the namespace that it concerns, should
   * the work be about none.
   */
  readonly changed: (fact: Fact, where?: Scope) => Promise<void>
}

/** Work on what belongs to one namespace. */
export interface Change extends Work {
  readonly scope: Scope
}

export interface SeenDevice {
  readonly uid: DeviceUid
  readonly tenantId: TenantId
  readonly name: string
  readonly status: DeviceStatus
}

/** A kind of things that carry tags. */
export interface TagHolder {
  /** All tags that something of this kind carries. */
  list(database: Database, scope: Scope): Promise<readonly string[]>
  /** Puts a tag in place of another that nothing of this namespace carries yet. */
  rename(change: Change, from: string, to: string): Promise<void>
  /** Takes a tag from everything. Fails with `tag_in_filter` where something would be left without what it needs. */
  remove(change: Change, tag: string): Promise<void>
}

/** Somebody is to become a member. */
export interface WantedMember {
  /** An address, of a user or of nobody yet. */
  readonly email: string
  readonly role: Role
  /** What whoever adds them is in the namespace; checked against the roles given. */
  readonly own: Role
  /** Whoever adds them. */
  readonly inviter: { readonly id: UserId; readonly username: string }
  readonly language: Language
}

/** What the database goes through whole tables for. */
export interface ServerSizes {
  readonly database: ServerFacts['database']
  readonly recordings: Pick<ServerFacts['recordings'], 'count' | 'bytes' | 'running'>
  readonly failedMails: number
}

export interface HookTypes {
  /**
   * Something was changed, by anybody, in any feature; `scope` is absent where it belongs to no namespace. What listens writes on the
   * same `database`, so that it is there exactly when the change is.
   */
  changed: (event: Work & { readonly scope?: Scope; readonly fact: Fact }) => Promise<void>
  /**
   * Something happened in a namespace that is told at once; what was changed with it is not committed yet. `database` is that of the
   * change.
   */
  event: (database: Database, scope: Scope, event: NamespaceEvent) => Promise<void>
  /** These devices came online or went offline: told once each time, after the commit. It must not fail. */
  'device.presence': (presence: { readonly devices: readonly SeenDevice[]; readonly online: boolean }) => void
  /** A device is about to be removed by somebody; its row goes afterwards. */
  'device.remove': (change: Change & { readonly uid: DeviceUid }) => Promise<void>
  /** Devices that are gone and still take a slot of the device limit, each until it comes back. */
  'device.slots': (database: Database, scope: Scope) => Promise<readonly DeviceUid[]>
  /** Whether the device limit of a namespace does not hold. */
  'device.unlimited': (database: Database, scope: Scope) => Promise<boolean>
  /** A device is about to be accepted; `room`: whether the device limit has it. Without, it is refused, if not here then afterwards. */
  'device.accept': (change: Change & { readonly uid: DeviceUid; readonly room: boolean }) => Promise<void>
  /** A re-flashed device takes the place of its old self, whose row is about to go: move what should stay. */
  'device.take-over': (change: Change & { readonly from: DeviceUid; readonly to: DeviceUid }) => Promise<void>
  /** A device checked in and named the sessions that run on it. */
  'device.check-in': (database: Database, scope: Scope, uid: DeviceUid, sessions: readonly string[]) => Promise<void>
  /** A person wants to reach a device. All are asked in order; the first that denies decides. */
  'connection.evaluate': (connection: WantedConnection) => Promise<Verdict>
  /** Whether sessions on a device are recorded, by the settings of its namespace; nobody says so: they are not. */
  'connection.recording': (
    settings: Pick<NamespacesTable, 'session_record' | 'session_record_required'>,
  ) => RecordingPolicy
  /** Whether people who log in to a device are asked for a second factor; nobody says so: they are not. */
  'connection.second-factor': (settings: Pick<NamespacesTable, 'require_mfa'>) => boolean
  /** The row of a session is about to be written. */
  'session.open': (change: Change & { readonly uid: SessionUid; readonly deviceUid: DeviceUid }) => Promise<void>
  /**
   * Members consent before they are members: does what is to be done in place of making somebody one. Nobody listens: whoever is added
   * is a member at once.
   */
  'member.invite': (services: Services, change: Change, wanted: WantedMember) => Promise<void>
  /** A user is about to become a member. */
  'member.join': (change: Change & { readonly userId: UserId; readonly role: Role }) => Promise<void>
  /**
   * Somebody wants to delete a namespace, and nothing has happened yet: what has to be told to others outside comes before the
   * transaction. Whatever fails here keeps the namespace.
   */
  'namespace.prepare-delete': (change: Changing['change'], scope: Scope) => Promise<void>
  /** What namespaces show of their billing, for those of the list that have any. */
  'namespace.billing': (
    database: Database,
    tenants: readonly TenantId[],
  ) => Promise<ReadonlyMap<TenantId, NamespaceBilling>>
  /** A namespace is about to be deleted; rows that reference it go by themselves. */
  'namespace.delete': (change: Change) => Promise<void>
  /** What carries tags, asked and changed in this order. */
  'tag.holder': TagHolder
  /**
   * Proves that somebody signed in knows their password; fails with `wrong_current_password` or `account_locked`. `changeServer` is
   * theirs: who guesses is told of.
   */
  'user.prove-password': (
    services: Services,
    changeServer: Changing['changeServer'],
    proof: { readonly userId: UserId; readonly password: string; readonly address: string },
  ) => Promise<void>
  /** The second factor of users. */
  'authentication.second-factor': {
    readonly isOn: (database: Database, userId: UserId) => Promise<boolean>
    /** After the password was right, or an identity provider said who it is: the token of the second step (header `X-MFA-Token`); undefined when none is asked. */
    readonly begin: (
      database: Database,
      user: Pick<UsersTable, 'id' | 'token_version'>,
      proved: { readonly address: string; readonly singleSignOn?: boolean },
      now: number,
    ) => Promise<string | undefined>
  }
  /** Single sign-on. `begin` returns the address that a browser is sent to; fails with `saml_absent` while it is off. */
  'authentication.saml': {
    isOn(): Promise<boolean>
    /** `challenge`: what the browser has to know the origin of when it comes back; empty for nothing. */
    begin(challenge: string): Promise<string>
  }
  /** Ways to sign in that a user has, beside a password. */
  'authentication.methods': (database: Database, id: UserId) => Promise<readonly string[]>
  /** How many devices count as accepted, for those namespaces of the list that have any. */
  'namespace.count-devices': (
    database: Database,
    tenants: readonly TenantId[],
  ) => Promise<ReadonlyMap<TenantId, number>>
  /** Whether a device's token is still good: the device is there and was not removed. */
  'device.exists': (database: Database, scope: Scope, uid: DeviceUid) => Promise<boolean>
  /** What the target of a fact is called, where the fact tells its id alone; undefined for a kind that is somebody else's. */
  'target.name': (
    database: Database,
    scope: Scope | undefined,
    target: Omit<Fact['target'], 'name'>,
  ) => Promise<string | undefined>
  /** Asked often, read from the database seldom. */
  'server.sizes': () => Promise<ServerSizes>
  /** When a user who is signed in in a browser is so no more, however much it is used: Unix milliseconds; undefined: it is over. */
  'browser-session.end': (database: Database, userId: UserId, id: string) => Promise<number | undefined>
}

export type HookName = keyof HookTypes
type HookLists = { [Name in HookName]: HookTypes[Name][] }

export interface Hooks {
  add<Name extends HookName>(name: Name, hook: HookTypes[Name]): void
  list<Name extends HookName>(name: Name): readonly HookTypes[Name][]
}

export function createHooks(): Hooks {
  const lists: HookLists = {
    changed: [],
    event: [],
    'device.presence': [],
    'device.remove': [],
    'device.slots': [],
    'device.unlimited': [],
    'device.accept': [],
    'device.take-over': [],
    'device.check-in': [],
    'connection.evaluate': [],
    'connection.recording': [],
    'connection.second-factor': [],
    'authentication.second-factor': [],
    'session.open': [],
    'member.invite': [],
    'member.join': [],
    'namespace.prepare-delete': [],
    'namespace.billing': [],
    'namespace.delete': [],
    'tag.holder': [],
    'user.prove-password': [],
    'authentication.saml': [],
    'authentication.methods': [],
    'namespace.count-devices': [],
    'device.exists': [],
    'target.name': [],
    'server.sizes': [],
    'browser-session.end': [],
  }
  return {
    add(name, hook) {
      lists[name].push(hook)
    },
    list: (name) => lists[name],
  }
}
