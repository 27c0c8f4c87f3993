// Who calls, once the edge has made sure of it: one shape for each kind of access that the contract knows.
import type { Access, DeviceUid, Role, TenantId, UserId } from '@sshore/contract'
import type { Scope } from '../platform/scope.ts'
import type { Acting, InBrowser } from '../platform/tokens.ts'

export interface CallingUser {
  readonly id: UserId
  readonly username: string
  readonly tokenVersion: number
  /** Whether a second factor was given for the token. */
  readonly secondFactor: boolean
  /** Whether an identity provider said who it is. */
  readonly singleSignOn?: boolean | undefined
  /** Who acts as the user; undefined: they are it themselves. */
  readonly acting?: Acting | undefined
  /** What the token is bound to, and its end; undefined for one that no browser holds. */
  readonly browser?: InBrowser | undefined
}

export interface PublicCaller {
  readonly kind: 'public'
}
export interface UserCaller {
  readonly kind: 'user'
  readonly user: CallingUser
  /** The namespace of the token, while the user belongs to it. */
  readonly tenantId?: TenantId
}
/** An API key, by what may be told of it. */
export interface CallingKey {
  readonly name: string
  readonly createdBy: UserId
}

interface Membership {
  readonly kind: 'member'
  readonly tenantId: TenantId
  /** As it is now, not as it was when the token or key was made. */
  readonly role: Role
  readonly scope: Scope
}
export interface MemberUserCaller extends Membership {
  readonly user: CallingUser
  readonly apiKey?: undefined
}
export interface MemberKeyCaller extends Membership {
  readonly user?: undefined
  readonly apiKey: CallingKey
}
/** Our own command line beside the server, acting in one namespace; nobody's user, with the rights of an owner. */
export interface OperatorCaller extends Membership {
  readonly user?: undefined
  readonly apiKey?: undefined
}
export type MemberCaller = MemberUserCaller | MemberKeyCaller | OperatorCaller
export interface DeviceCaller {
  readonly kind: 'device'
  readonly uid: DeviceUid
  readonly tenantId: TenantId
  readonly scope: Scope
}
export interface InternalCaller {
  readonly kind: 'internal'
  readonly by?: 'command-line'
}

/** An administrator of the server, or without a user somebody at its command line. */
export interface AdministratorCaller {
  readonly kind: 'administrator'
  readonly user?: CallingUser
}

export type Caller = PublicCaller | UserCaller | MemberCaller | DeviceCaller | AdministratorCaller | InternalCaller

/** The caller that an endpoint's access guarantees. */
export type CallerOf<E extends { readonly access: Access }> = E['access'] extends {
  readonly kind: 'member'
  readonly apiKey: false
}
  ? MemberUserCaller
  : E['access'] extends { readonly kind: 'user'; readonly apiKey: true }
    ? UserCaller | MemberKeyCaller
    : Extract<Caller, { kind: E['access']['kind'] }>
