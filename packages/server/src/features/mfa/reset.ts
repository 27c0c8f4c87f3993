// Switching the second factor off by two codes, one mailed to each address of the user (specification sections 4 and 9).
import { randomInt } from 'node:crypto'
import { Failure, type Language, limits, type UserAuth, type UserId } from '@sshore/contract'
import type { HookTypes } from '../../hooks.ts'
import type { Changing } from '../../http/implement.ts'
import { hours, seconds } from '../../platform/clock.ts'
import { flag, json } from '../../platform/database/codecs.ts'
import { post } from '../../platform/mail/outbox.ts'
import { equalSecrets } from '../../platform/secrets.ts'
import type { Services } from '../../services.ts'
import { browserOf, guarded, signIn } from '../authentication/index.ts'
import { findUser, findUserByLogin, raiseTokenVersion } from '../users/index.ts'
import { isOn, switchOff, targetOf } from './factor.ts'
import { findReset, writeReset } from './factors.store.ts'
import { attemptOf, type ComingFrom, findWaiting, type Identified } from './sign-in.ts'

type ChangeServer = Changing['changeServer']

interface MailedCodes {
  readonly main: string
  readonly recovery: string
}
const mailedCodes = json<MailedCodes>()
const contextOf = (userId: UserId): string => `mailed codes of ${userId}`

function newCode(): string {
  const { mailedCodeChars, mailedCodeAlphabet } = limits.mfa
  return Array.from({ length: mailedCodeChars }, () => mailedCodeAlphabet[randomInt(mailedCodeAlphabet.length)]).join(
    '',
  )
}

/**
 * Keeps codes from addresses that were just changed, for as long as a token lives: whoever has stolen one could otherwise name
 * addresses of their own, and take the second factor away with what is mailed there.
 */
export const holdBack =
  ({ clock }: Services): HookTypes['changed'] =>
  async ({ database, fact: { what, target, before, after } }) => {
    if (what !== 'user.update') return
    const moved = (['email', 'recovery_email'] as const).some((field) => before?.[field] !== after?.[field])
    const userId = target.id as UserId
    if (!moved || !(await isOn(database, userId))) return
    const now = clock.now()
    const nothing = { sealed_codes: '', single_sign_on: flag.write(false), failures: limits.mfa.mailedCodeFailuresMost }
    const until = now + hours(limits.userTokenHours)
    await writeReset(database, { user_id: userId, ...nothing, sent_at: now, expires_at: until })
  }

/**
 * Mails new codes in place of older ones; nothing happens where no login of the user waits for its second step, where codes were
 * sent a moment ago, or while addresses are too new (see `holdBack`). Fails with `mail_limit`.
 */
export async function requestReset(
  services: Services,
  changeServer: ChangeServer,
  asking: Identified & { readonly language: Language },
): Promise<void> {
  const { clock, sealer } = services
  const { resendSeconds, mailedCodeHours } = limits.mfa
  const user = await findUserByLogin(services.database, asking.identifier)
  const waiting = user && (await findWaiting(services.database, user, asking, clock.now()))
  if (!user || !waiting) return
  await changeServer(async ({ database, changed }) => {
    const now = clock.now()
    const last = await findReset(database, user.id)
    const isHeldBack = last?.sealed_codes === '' && last.expires_at > now
    const rests = last !== undefined && last.sent_at > now - seconds(resendSeconds)
    if (isHeldBack || rests || user.recovery_email === '' || !(await isOn(database, user.id))) return
    const codes: MailedCodes = { main: newCode(), recovery: newCode() }
    const { username } = user
    const path = `/reset-mfa?id=${user.id}`
    const letter = (address: keyof MailedCodes, to: string) =>
      ({
        kind: 'mfa-reset',
        to,
        language: asking.language,
        facts: { username, code: codes[address], address, path },
      }) as const
    const letters = [letter('main', user.email), letter('recovery', user.recovery_email)]
    for (const each of letters) if (!(await post(services, database, each))) throw new Failure('mail_limit')
    await writeReset(database, {
      user_id: user.id,
      sealed_codes: sealer.seal(Buffer.from(mailedCodes.write(codes)), contextOf(user.id)),
      single_sign_on: waiting.single_sign_on,
      failures: 0,
      sent_at: now,
      expires_at: now + hours(mailedCodeHours),
    })
    await changed({ what: 'user.mfa-reset-request', target: targetOf(user) })
  }, user.id)
}

export interface Codes extends ComingFrom {
  readonly userId: UserId
  readonly main: string
  readonly recovery: string
}

/**
 * Switches the second factor off and signs in; every earlier token of the user is revoked. Which of two codes was wrong is not told.
 * Fails with `user_not_found`, `wrong_reset_codes` or `account_locked`.
 */
export async function reset(
  services: Services,
  changeServer: ChangeServer,
  { userId, main, recovery, address, byConsole }: Codes,
): Promise<UserAuth> {
  const { clock, sealer } = services
  const user = await findUser(services.database, userId)
  if (!user) throw new Failure('user_not_found')
  return guarded(services, changeServer, attemptOf(user, address), async (work) => {
    const { database, changed } = work
    const wrong = new Failure('wrong_reset_codes', { fields: ['main_email_code', 'recovery_email_code'] })
    const mailed = await findReset(database, userId)
    const stands = mailed && mailed.expires_at > clock.now() && mailed.failures < limits.mfa.mailedCodeFailuresMost
    if (!stands || user.status !== 'confirmed') return wrong
    const codes = mailedCodes.read(sealer.open(mailed.sealed_codes, contextOf(userId)).toString())
    const [isMain, isRecovery] = [
      equalSecrets(codes.main, main.toUpperCase()),
      equalSecrets(codes.recovery, recovery.toUpperCase()),
    ]
    if (!(isMain && isRecovery)) {
      await writeReset(database, { ...mailed, failures: mailed.failures + 1 })
      return wrong
    }
    await switchOff(work, user, 'mailed-codes')
    await raiseTokenVersion(database, userId)
    const fresh = await findUser(database, userId)
    const singleSignOn = flag.read(mailed.single_sign_on)
    const proved = { secondFactor: false, singleSignOn, browser: browserOf(byConsole) }
    const { userAuth, scope } = await signIn(services, database, fresh ?? user, proved)
    await changed({ what: 'user.login', target: targetOf(user), after: { second_factor: 'mailed-codes' } }, scope)
    return userAuth
  })
}
