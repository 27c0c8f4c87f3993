// Security keys as second factor (WebAuthn Level 3). Whoever has one may use it in place of a one-time code in the browser.
import { isIP } from 'node:net'
import {
  type BodyOf,
  type Contract,
  Failure,
  type KeyAnswer,
  type KeyRegistration,
  limits,
  type ReplyOf,
  type SecurityKey,
  type UserAuth,
  type UserId,
} from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import type { Changing } from '../../http/implement.ts'
import { json } from '../../platform/database/codecs.ts'
import type { MfaKeysTable } from '../../platform/database/mfa-tables.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { guarded } from '../authentication/index.ts'
import { findUser } from '../users/index.ts'
import { beginChallenge, getChallenge, hashOfToken } from './challenges.ts'
import { takeChallenge, writeKeyChallenge } from './challenges.store.ts'
import { getUserWithFactor } from './disable.ts'
import { acceptCode, targetOf } from './factor.ts'
import { presentKey } from './key-presenter.ts'
import { findKey, insertKey, listKeys, removeKey, writeKeyUse } from './keys.store.ts'
import { attemptOf, type ComingFrom, complete } from './sign-in.ts'

type ChangeServer = Changing['changeServer']

/** Loaded when it is used: it brings readers of all kinds of attestation along. */
const webAuthn = () => import('@simplewebauthn/server')

const transports = json<string[]>()

/** Where the browser is: keys answer for the host that they were registered for, and for no other. */
export interface Site {
  readonly host: string
  readonly origins: string[]
}

/** By the public address; without one by what the request is for. Undefined where keys cannot work: they know hosts by name alone. */
export function siteOf(publicUrl: string | undefined, requestHost: string): Site | undefined {
  const candidates = publicUrl === undefined ? [`https://${requestHost}`, `http://${requestHost}`] : [publicUrl]
  const urls = candidates.flatMap((text) => (URL.canParse(text) ? [new URL(text)] : []))
  const host = urls[0]?.hostname ?? ''
  if (host === '' || host.startsWith('[') || isIP(host) !== 0) return undefined
  return { host, origins: urls.map(({ origin }) => origin) }
}

const descriptor = (key: MfaKeysTable) => ({ id: key.credential, transports: transports.read(key.transports) })

async function requireRoom(database: Services['database'], userId: UserId): Promise<MfaKeysTable[]> {
  const known = await listKeys(database, userId)
  if (known.length >= limits.mfa.keysPerUser) throw new Failure('security_key_limit')
  return known
}

/** Fails with `mfa_off`, `security_key_limit` or `security_keys_unavailable`. */
export async function offerKey(
  { database, clock }: Services,
  { userId, address }: { readonly userId: UserId; readonly address: string },
  site: Site | undefined,
): Promise<ReplyOf<Contract['offerSecurityKey']>> {
  const user = await getUserWithFactor(database, userId)
  if (!site) throw new Failure('security_keys_unavailable')
  const known = await requireRoom(database, userId)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: limits.mfa.issuer,
    rpID: site.host,
    userName: user.username,
    userID: Uint8Array.from(Buffer.from(user.id, 'hex')),
    attestationType: 'none',
    excludeCredentials: known.map(descriptor),
    // It comes after the password, so the key need neither know its user nor keep the credential itself.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  })
  const begun = { purpose: 'add-key', address, keyChallenge: options.challenge } as const
  const token = await transactFreely(database, (transaction) => beginChallenge(transaction, user, begun, clock.now()))
  return { token, options: { ...options } }
}

async function readRegistration(
  response: KeyRegistration,
  expectedChallenge: string,
  site: Site,
): Promise<Pick<MfaKeysTable, 'credential' | 'public_key' | 'signatures' | 'transports'>> {
  const { verifyRegistrationResponse } = await webAuthn()
  const { transports: ways, ...signed } = response.response
  const verified = await verifyRegistrationResponse({
    response: { ...response, response: signed, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: site.origins,
    expectedRPID: site.host,
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!verified?.verified) throw new Failure('security_key_refused')
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credential: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    signatures: counter,
    transports: transports.write(ways ?? []),
  }
}

/**
 * Fails with `mfa_off`, `mfa_token_unknown`, `second_factor_refused`, `account_locked`, `security_key_refused`,
 * `security_key_exists` or `security_key_limit`.
 */
export async function addKey(
  services: Services,
  changeServer: ChangeServer,
  { userId, address }: { readonly userId: UserId; readonly address: string },
  site: Site | undefined,
  { token, code, name, response }: BodyOf<Contract['addSecurityKey']>,
): Promise<SecurityKey> {
  const { database, clock } = services
  const user = await getUserWithFactor(database, userId)
  const { challenge } = await getChallenge(database, 'add-key', token, clock.now())
  if (challenge.user_id !== userId) throw new Failure('mfa_token_unknown')
  if (!site) throw new Failure('security_keys_unavailable')
  const read = await readRegistration(response, challenge.key_challenge ?? '', site)
  return guarded(services, changeServer, attemptOf(user, address), async (work) => {
    const { database: transaction, changed } = work
    await getUserWithFactor(transaction, userId)
    await requireRoom(transaction, userId)
    if (!(await acceptCode(services, transaction, userId, code))) {
      return new Failure('second_factor_refused', { fields: ['code'] })
    }
    if (!(await takeChallenge(transaction, hashOfToken(token)))) throw new Failure('mfa_token_unknown')
    const key = { ...read, user_id: userId, name, host: site.host, created_at: clock.now(), last_used_at: null }
    if (!(await insertKey(transaction, key))) throw new Failure('security_key_exists')
    await changed({ what: 'user.mfa-key-add', target: targetOf(user), after: { name } })
    return presentKey(key)
  })
}

/** Fails with `security_key_not_found`. */
export async function dropKey({ database, changed }: Work, userId: UserId, id: string): Promise<void> {
  const user = await findUser(database, userId)
  const name = await removeKey(database, userId, id)
  if (!user || name === undefined) throw new Failure('security_key_not_found')
  await changed({ what: 'user.mfa-key-remove', target: targetOf(user), before: { name } })
}

/** Fails with `mfa_token_unknown`, or with `security_key_not_found` where the user has none for this host. */
export async function challengeKeys(
  { database, clock }: Services,
  token: string,
  site: Site | undefined,
): Promise<ReplyOf<Contract['challengeSecurityKey']>> {
  const { user } = await getChallenge(database, 'login', token, clock.now())
  const keys = (await listKeys(database, user.id)).filter(({ host }) => host === site?.host)
  if (!site || keys.length === 0) throw new Failure('security_key_not_found')
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    allowCredentials: keys.map(descriptor),
    userVerification: 'discouraged',
  })
  await transactFreely(database, (transaction) => writeKeyChallenge(transaction, hashOfToken(token), options.challenge))
  return { options: { ...options } }
}

/** What the key has counted up to; undefined when its answer is not good. */
async function signaturesOf(
  key: MfaKeysTable,
  response: KeyAnswer,
  expectedChallenge: string,
  site: Site,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const { userHandle, ...signed } = response.response
  const verified = await verifyAuthenticationResponse({
    response: {
      ...response,
      response: { ...signed, ...(userHandle === undefined ? {} : { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: site.origins,
    expectedRPID: key.host,
    credential: {
      id: key.credential,
      publicKey: Uint8Array.from(Buffer.from(key.public_key, 'base64url')),
      counter: key.signatures,
    },
    requireUserVerification: false,
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

/** Fails with `mfa_token_unknown`, `second_factor_refused` or `account_locked`. */
export async function signInWithKey(
  services: Services,
  changeServer: ChangeServer,
  { token, response, address, byConsole }: BodyOf<Contract['authenticateSecurityKey']> & ComingFrom,
  site: Site | undefined,
): Promise<UserAuth> {
  const { database, clock } = services
  const { user } = await getChallenge(database, 'login', token, clock.now())
  // It takes a while to load, and others wait for a transaction.
  await webAuthn()
  return guarded(services, changeServer, attemptOf(user, address), async (work) => {
    const { database: transaction } = work
    const waiting = await getChallenge(transaction, 'login', token, clock.now())
    const key = await findKey(transaction, user.id, response.id)
    const asked = waiting.challenge.key_challenge
    const signatures = key && asked !== null && site ? await signaturesOf(key, response, asked, site) : undefined
    if (!key || signatures === undefined) return new Failure('second_factor_refused')
    await writeKeyUse(transaction, key.credential, signatures, clock.now())
    return complete(services, work, { ...waiting, byConsole }, 'security-key')
  })
}
