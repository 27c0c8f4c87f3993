// Who is let into a container. The gateway has verified a key; a password is compared with the container's own shadow(5).
import { timingSafeEqual } from 'node:crypto'
import type { LoginHeader } from '@sshore/contract'
import type { Clock, LoginRefusal, LoginVerdict } from '@sshore/link'
import type { Engine } from '../engine/engine.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import { type Account, findAccount, findLine, findShell } from './accounts.ts'

export type Verdict = LoginVerdict<Account>

/** crypt(3): undefined where the method of the setting is not known. */
export type Crypt = (password: string, setting: string) => Promise<string | undefined>

export interface AuthenticateOptions {
  readonly engine: Engine
  readonly container: string
  readonly clock: Clock
  /** Milliseconds since 1970. */
  readonly calendar: () => number
  readonly crypt: Crypt
}

/** Of one container, whoever asks: the gateway has limits of its own. */
export const passwordLimits = { burst: 10, refillSeconds: 6 } as const
/** A wrong password is answered this long after it came, so that the answer's time tells nobody which users exist. */
const wrongPasswordMilliseconds = 1000
const dayMilliseconds = 86_400_000

const refuse = (reason: LoginRefusal['reason'], detail: string): Verdict => ({ refusal: { reason, detail } })
const wrong = refuse('wrong_credentials', 'Unknown user or wrong password.')

const equal = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function createPasswordAttempts(clock: Clock) {
  let left: number = passwordLimits.burst
  let updatedMilliseconds = clock.now()
  return {
    /** Charges an attempt and answers 0, or the seconds until one may be made. */
    begin: (): number => {
      const now = clock.now()
      left = Math.min(passwordLimits.burst, left + (now - updatedMilliseconds) / 1000 / passwordLimits.refillSeconds)
      updatedMilliseconds = now
      if (left < 1) return Math.ceil((1 - left) * passwordLimits.refillSeconds)
      left -= 1
      return 0
    },
    succeeded: () => {
      left = Math.min(passwordLimits.burst, left + 1)
    },
  }
}

/** Answers for the logins of one container. Never rejects: a fault is a refusal that says so. */
export function createAuthenticator(options: AuthenticateOptions): (header: LoginHeader) => Promise<Verdict> {
  const { engine, container, clock, calendar, crypt } = options
  const attempts = createPasswordAttempts(clock)

  const checkPassword = async (account: Account | undefined, username: string, password: string) => {
    if (!account || password === '' || password.includes('\0')) return wrong
    const shadow = await findLine(engine, container, 'shadow', username)
    const [, hash = '', , , , , , expireDay = ''] = shadow?.line?.split(':') ?? []
    // An empty field would let everybody in, and anything but a hash nobody: engines' images have `*` and `!`.
    if (!/^\$[\w-]+\$/.test(hash)) return wrong
    const made = await crypt(password, hash)
    if (made === undefined) {
      const method = hash.split('$', 2)[1] ?? ''
      const detail = `The password of ${username} in this container is hashed by a method ($${method}$) that cannot be checked here; log in with a key.`
      return refuse('fault', detail)
    }
    if (!equal(made, hash)) return wrong
    attempts.succeeded()
    const expired = /^\d+$/.test(expireDay) && calendar() >= Number(expireDay) * dayMilliseconds
    if (!expired) return undefined
    return refuse('account_expired', 'This account of the container has expired; chage -E in the container extends it.')
  }

  const decide = async ({ username, proof }: LoginHeader): Promise<Verdict> => {
    if (proof.kind === 'password') {
      const waitSeconds = attempts.begin()
      const detail = `Too many wrong passwords in this container; try again in ${waitSeconds} s.`
      if (waitSeconds > 0) return refuse('too_many_attempts', detail)
    }
    const account = await findAccount(engine, container, username)
    const refusal = proof.kind === 'password' ? await checkPassword(account, username, proof.password) : undefined
    if (refusal) return refusal
    if (!account) return refuse('wrong_credentials', `The container has no user named ${username}.`)
    const shell = await findShell(engine, container, account)
    if (shell !== undefined) return { account: { ...account, shell } }
    const detail = `There is no shell for ${username} in this container (looked for ${account.shell} and /bin/sh).`
    return refuse('no_shell', detail)
  }

  return async (header) => {
    const begunMilliseconds = clock.now()
    const verdict = await decide(header).catch((failure: unknown) => {
      const words = failure instanceof EngineFailure ? failure.message : 'The login could not be checked.'
      return refuse('fault', words)
    })
    const isWrong = 'refusal' in verdict && verdict.refusal.reason === 'wrong_credentials'
    if (isWrong && header.proof.kind === 'password') {
      const left = begunMilliseconds + wrongPasswordMilliseconds - clock.now()
      await new Promise<void>((resolve) => void clock.after(Math.max(0, left), resolve))
    }
    return verdict
  }
}
