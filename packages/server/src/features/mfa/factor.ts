// The second factor of one user: whether it is on, whether a code is right, switching it on and off.
import { createHash } from 'node:crypto'
import { type BodyOf, type Contract, Failure, limits, type ReplyOf, type UserId } from '@sshore/contract'
import type { Fact, Work } from '../../hooks.ts'
import { minutes } from '../../platform/clock.ts'
import { json, time } from '../../platform/database/codecs.ts'
import type { Database } from '../../platform/database/schema.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { findUser, raiseTokenVersion, type User } from '../users/index.ts'
import {
  countUnusedRecoveryCodes,
  findEnrolment,
  findFactor,
  insertEnrolment,
  insertFactor,
  isRecoveryCode,
  removeEnrolments,
  removeFactor,
  consumeRecoveryCode,
  consumeStep,
} from './factors.store.ts'
import { enrolmentLink, fromBase32, matchingStep, newRecoveryCode, newSecret } from './one-time-code.ts'
import { presentKey } from './key-presenter.ts'
import { listKeys } from './keys.store.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Codes hold 80 random bits, so no slower hash is needed. */
const hashOfRecoveryCode = (code: string): string => sha256(code.toUpperCase())
const hashes = json<string[]>()
const contextOf = (userId: UserId): string => `second factor of ${userId}`

export const targetOf = ({ id, username }: Pick<User, 'id' | 'username'>): Fact['target'] => ({
  kind: 'user',
  id,
  name: username,
})

export const isOn = async (database: Database, userId: UserId): Promise<boolean> =>
  (await findFactor(database, userId)) !== undefined

async function getUser(database: Database, id: UserId): Promise<User> {
  const user = await findUser(database, id)
  // Deleted between the check of the token and now.
  if (!user) throw new Failure('unauthenticated')
  return user
}

/** Fails with `mfa_on` or `recovery_email_missing` (specification section 4). */
async function requireReady(database: Database, user: User): Promise<void> {
  if (await isOn(database, user.id)) throw new Failure('mfa_on')
  if (user.recovery_email === '') throw new Failure('recovery_email_missing')
}

export async function describeFactor(database: Database, userId: UserId): Promise<ReplyOf<Contract['getMfa']>> {
  const factor = await findFactor(database, userId)
  const keys = await listKeys(database, userId)
  return {
    enabled: factor !== undefined,
    enabled_at: time.toWire(factor?.enabled_at ?? null),
    recovery_codes_left: await countUnusedRecoveryCodes(database, userId),
    keys: keys.map(presentKey),
  }
}

/** Nothing but hashes is kept of what is handed out. Fails with `mfa_on` or `recovery_email_missing`. */
export async function generate(
  { database, clock }: Services,
  userId: UserId,
): Promise<ReplyOf<Contract['generateMfa']>> {
  const { enrolmentMinutes, enrolmentsMost, recoveryCodes, issuer } = limits.mfa
  const user = await getUser(database, userId)
  await requireReady(database, user)
  const secret = newSecret()
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  const enrolment = {
    user_id: userId,
    secret_hash: sha256(secret),
    code_hashes: hashes.write(codes.map(hashOfRecoveryCode)),
    expires_at: clock.now() + minutes(enrolmentMinutes),
  }
  await transactFreely(database, (transaction) => insertEnrolment(transaction, enrolment, enrolmentsMost))
  return { link: enrolmentLink(issuer, user.username, secret), secret, recovery_codes: codes }
}

/**
 * Switches it on for what was generated for this user. Fails with `mfa_on`, `recovery_email_missing`, `enrolment_unknown` or
 * `wrong_code`.
 */
export async function enable(
  { sealer, clock }: Services,
  { database, changed }: Work,
  userId: UserId,
  { code, secret, recovery_codes: codes }: BodyOf<Contract['enableMfa']>,
): Promise<void> {
  const now = clock.now()
  const user = await getUser(database, userId)
  await requireReady(database, user)
  const enrolment = await findEnrolment(database, userId, sha256(secret), now)
  const known = enrolment && hashes.read(enrolment.code_hashes)
  const given = new Set(codes.map(hashOfRecoveryCode))
  if (!known || given.size !== known.length || !known.every((hash) => given.has(hash))) {
    throw new Failure('enrolment_unknown')
  }
  const step = matchingStep(fromBase32(secret), code, now)
  if (step === undefined) throw new Failure('wrong_code', { fields: ['code'] })
  const sealed_secret = sealer.seal(Buffer.from(secret), contextOf(userId))
  await insertFactor(database, { user_id: userId, sealed_secret, last_step: step, enabled_at: now }, known)
  await removeEnrolments(database, userId)
  await changed({ what: 'user.mfa-enable', target: targetOf(user) })
}

/** Whether a one-time code is right now, and was not used before; it is used up by that. */
export async function acceptCode(
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  database: Database,
  userId: UserId,
  code: string,
): Promise<boolean> {
  const factor = await findFactor(database, userId)
  if (!factor) return false
  const secret = fromBase32(sealer.open(factor.sealed_secret, contextOf(userId)).toString())
  const step = matchingStep(secret, code, clock.now(), factor.last_step)
  return step !== undefined && consumeStep(database, userId, step)
}

/** Uses a recovery code up for signing in. */
export const acceptRecoveryCode = (database: Database, userId: UserId, code: string, now: number): Promise<boolean> =>
  consumeRecoveryCode(database, userId, hashOfRecoveryCode(code), now)

/** Whether a recovery code may switch the factor off: one that is unused, or was used for signing in a moment ago. */
export const mayDisable = (database: Database, userId: UserId, code: string, now: number): Promise<boolean> =>
  isRecoveryCode(database, userId, hashOfRecoveryCode(code), now - minutes(limits.mfa.recoveryMinutes))

type How = 'code' | 'recovery-code' | 'mailed-codes' | 'by others'

/** Forgets all of a user's second factor. Fails with `mfa_off`. */
export async function switchOff({ database, changed }: Work, user: User, how: How): Promise<void> {
  if (!(await removeFactor(database, user.id))) throw new Failure('mfa_off')
  await changed({ what: 'user.mfa-disable', target: targetOf(user), before: { how } })
}

/**
 * For somebody who has lost it, by whoever looks after the server: what was signed in before is signed out, since the device
 * that is lost may be. Fails with `mfa_off`.
 */
export async function switchOffFor(work: Work, user: User): Promise<void> {
  await switchOff(work, user, 'by others')
  await raiseTokenVersion(work.database, user.id)
}
