// Tokens are JWTs signed with Ed25519 (RFC 8037). RS256 would let us share keys with an older server, but a token is minted at
// every check-in of every device and Ed25519 signs about twenty times faster and is a third of the size; clients never look inside.
import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import {
  ActingAdministrator,
  type DeviceUid,
  DeviceUid as DeviceUidSchema,
  limits,
  TenantId,
  type UserId,
  UserId as UserIdSchema,
} from '@sshore/contract'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Clock, hours, minutes } from './clock.ts'
import { RecentlyUsed } from './recently-used.ts'

const algorithm = 'EdDSA'

/**
 * Tokens of users whose signature was found good, by their text. Checking one again costs more than all else in a request; what can
 * change (expiry, token version, membership) is looked at each time.
 */
const rememberedTokens = 10_000

const UserClaims = Type.Object({
  claims: Type.Literal('user'),
  id: UserIdSchema,
  origin: Type.Literal('local'),
  /** Absent while the user belongs to no namespace. */
  tenant: Type.Optional(TenantId),
  name: Type.String(),
  mfa: Type.Boolean(),
  /** Present: an identity provider said who it is. */
  sso: Type.Optional(Type.Literal(true)),
  /** Who acts as the user; its end is theirs. */
  by: Type.Optional(Type.Object({ name: Type.String(), administrator: Type.Optional(ActingAdministrator) })),
  /** The browser session without which it is good for nothing; empty while there is none yet. Absent: it is no browser's. */
  browser: Type.Optional(Type.String()),
  /** The login in a browser that may begin one session. */
  login: Type.Optional(Type.String()),
  /** Equal to the user's token version, or the token has been revoked. */
  version: Type.Integer(),
  exp: Type.Integer(),
})
export type UserClaims = Static<typeof UserClaims>

const DeviceClaims = Type.Object({ claims: Type.Literal('device'), uid: DeviceUidSchema, tenant: TenantId })
export type DeviceClaims = Static<typeof DeviceClaims>

/** What a token is bound to that the console holds. */
export interface InBrowser {
  /** Empty before the session begins. */
  readonly session: string
  /** The login that it is to begin with: of all tokens that came of one login, one may. */
  readonly login?: string | undefined
  /** The end of the token that this one comes of, in Unix seconds: only the cookie gets a later one. */
  readonly until?: number | undefined
}

/** Somebody who looks after the server acts as a user. */
export interface Acting {
  readonly name: string
  /** Absent for somebody at the command line beside the server. */
  readonly administrator?: ActingAdministrator | undefined
  /** In Unix seconds: acting as somebody does not go on for ever. */
  readonly until: number
}

export interface NewUserToken {
  readonly id: UserId
  readonly username: string
  readonly tenantId: TenantId | undefined
  readonly version: number
  /** Whether the user gave a second factor for it. */
  readonly secondFactor: boolean
  /** Whether an identity provider said who it is. */
  readonly singleSignOn?: boolean | undefined
  readonly acting?: Acting | undefined
  readonly browser?: InBrowser | undefined
}

/** For how long, in milliseconds. */
function lifeOf({ browser }: NewUserToken): number {
  return browser ? minutes(limits.browserSessions.tokenMinutes) : hours(limits.userTokenHours)
}

export interface Tokens {
  /** Valid for 72 hours, or 15 minutes in a browser, unless the user's token version changes before. */
  signUser(user: NewUserToken): Promise<string>
  /** Without expiry: it lives as long as the device does. */
  signDevice(uid: DeviceUid, tenantId: TenantId): Promise<string>
  /** Undefined for anything but a token of ours that has not expired. Whether it was revoked is for the caller to see. */
  verify(token: string): Promise<UserClaims | DeviceClaims | undefined>
}

export function createTokens(privateKey: KeyObject, clock: Clock): Tokens {
  const publicKey = createPublicKey(privateKey)
  const unixSeconds = (): number => Math.floor(clock.now() / 1000)

  const sign = (claims: JWTPayload, until?: number): Promise<string> => {
    const token = new SignJWT(claims).setProtectedHeader({ alg: algorithm }).setJti(randomUUID())
    token.setIssuedAt(unixSeconds()).setNotBefore(unixSeconds())
    if (until !== undefined) token.setExpirationTime(until)
    return token.sign(privateKey)
  }
  const payloadOf = async (token: string): Promise<JWTPayload | undefined> => {
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: [algorithm],
        currentDate: new Date(clock.now()),
        // Two nodes of a cluster need not agree on the second.
        clockTolerance: 5,
      })
      return payload
    } catch {
      return undefined
    }
  }

  const remembered = new RecentlyUsed<string, UserClaims>(rememberedTokens)

  return {
    signUser(user) {
      const { id, username, tenantId, version, secondFactor: mfa, singleSignOn, acting, browser } = user
      const bound = tenantId === undefined ? {} : { tenant: tenantId }
      const by = acting ? { by: { name: acting.name, administrator: acting.administrator } } : {}
      const held = browser ? { browser: browser.session, login: browser.login } : {}
      const how = { mfa, ...(singleSignOn === true ? { sso: true } : {}) }
      const claims = { claims: 'user', id, origin: 'local', name: username, version, ...how, ...bound, ...by, ...held }
      const ends = [unixSeconds() + lifeOf(user) / 1000, acting?.until ?? Infinity, browser?.until ?? Infinity]
      return sign(claims, Math.min(...ends))
    },
    signDevice: (uid, tenantId) => sign({ claims: 'device', uid, tenant: tenantId }),
    async verify(token) {
      const known = remembered.get(token)
      if (known) return known.exp > unixSeconds() ? known : undefined
      const payload = await payloadOf(token)
      if (payload === undefined) return undefined
      if (Value.Check(UserClaims, payload)) {
        remembered.set(token, payload)
        return payload
      }
      return Value.Check(DeviceClaims, payload) ? payload : undefined
    },
  }
}
