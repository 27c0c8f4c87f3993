// Who is let in. The gateway has verified a key; a password is verified here. Either way the account itself has to be
// one that may log in now.
import type { LoginHeader } from '@sshore/contract'
import type { LoginRefusal, LoginVerdict } from '@sshore/link'
import { existsSync } from 'node:fs'
import type { AgentClock } from '../platform/platform.ts'
import { type Account, type AccountFinder, hasLoginShell, linesOf } from './accounts.ts'
import type { Attempts } from './attempts.ts'
import type { PasswordCheck } from './password.ts'
import type { ListVerdict } from './own-keys.ts'
import { ageingOf, findShadowEntry } from './shadow.ts'

export type Verdict = LoginVerdict<Account>

export interface Authenticator {
  /** Never throws: a fault is a refusal that says so. */
  authenticate(header: LoginHeader): Promise<Verdict>
}

const detailCharacters = 1024
/**
 * A wrong password is answered this long after it came. The check takes as long as the account's hash, and next to
 * nothing without an account: on a device that checks within this time, the answer's own tells nobody which users exist.
 */
export const wrongPasswordMilliseconds = 1000
const refuse = (reason: LoginRefusal['reason'], detail: string): Verdict => ({
  refusal: { reason, detail: detail.slice(0, detailCharacters) },
})

const ageingDetails = {
  account_expired: 'This account of the device has expired; its administrator can extend it with chage -E.',
  password_expired: 'The password of this account has to be changed first, on the device itself with passwd.',
} as const

/** nologin(5): while one of these exists, only root logs in, and others are shown what it says. */
export const closingFiles: readonly string[] = ['/etc/nologin', '/run/nologin']

function maintenanceNotice(account: Account, files: readonly string[]): string | undefined {
  const path = account.uid === 0 ? undefined : files.find((candidate) => existsSync(candidate))
  return path === undefined ? undefined : linesOf(path).join('\n').trim() || 'The device is closed for logins.'
}

export interface AuthenticatorOptions {
  readonly clock: AgentClock
  readonly attempts: Attempts
  readonly passwords: PasswordCheck
  readonly findAccount: AccountFinder
  /** The only account this agent can serve, when it does not run as root. */
  readonly onlyAccount: Account | undefined
  /** Looks a key up in the device's own list; undefined: the gateway's word is enough. */
  readonly ownKeys: ((account: Account, key: string) => Promise<ListVerdict>) | undefined
  /** Files that close the device for logins while they exist. */
  readonly closingFiles: readonly string[]
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { clock, attempts, passwords, findAccount, onlyAccount, ownKeys, closingFiles: files } = options

  const ageing = async (account: Account) => {
    const entry = findShadowEntry(account.username)
    return entry ? ageingOf(entry, clock.calendar()) : ((await passwords.ageing(account.username)) ?? 'valid')
  }

  const charged = ({ username, proof }: LoginHeader): Verdict | undefined => {
    const waitSeconds = proof.kind === 'publickey' ? 0 : attempts.begin(username)
    if (waitSeconds === 0) return undefined
    return refuse('too_many_attempts', `Too many wrong passwords on this device; try again in ${waitSeconds} s.`)
  }

  const proved = async ({ username, proof }: LoginHeader): Promise<Verdict | undefined> => {
    if (proof.kind === 'publickey') return undefined
    if (!(await passwords.matches(username, proof.password))) {
      return refuse('wrong_credentials', 'Unknown user or wrong password.')
    }
    attempts.succeeded(username)
    return undefined
  }

  const listed = async (account: Account, { proof }: LoginHeader): Promise<Verdict | undefined> => {
    if (!ownKeys || proof.kind !== 'publickey') return undefined
    const verdict = await ownKeys(account, proof.key)
    return verdict.outcome === 'listed' ? undefined : refuse('key_refused', verdict.detail)
  }

  const decide = async (header: LoginHeader): Promise<Verdict> => {
    const { username } = header
    if (onlyAccount && username !== onlyAccount.username) {
      const detail = `The agent of this device runs as ${onlyAccount.username}, not as root: log in as ${onlyAccount.username}.`
      return refuse('other_user', detail)
    }
    // Before anything that costs the device: already the search for the account may start a process.
    const late = charged(header)
    if (late) return late
    const account = await findAccount(username)
    const refusal = await proved(header)
    if (refusal) return refusal
    if (!account) return refuse('wrong_credentials', `The device has no user named ${username}.`)
    const unlisted = await listed(account, header)
    if (unlisted) return unlisted
    const state = await ageing(account)
    if (state !== 'valid') return refuse(state, ageingDetails[state])
    if (!hasLoginShell(account)) {
      const detail = `The login shell of ${username} is ${account.shell}, which does not let users in (see /etc/shells).`
      return refuse('no_shell', detail)
    }
    const notice = maintenanceNotice(account, files)
    return notice === undefined ? { account } : refuse('fault', notice)
  }

  const until = (atMilliseconds: number) =>
    new Promise<void>((resolve) => {
      clock.after(Math.max(0, atMilliseconds - clock.now()), resolve)
    })

  return {
    authenticate: async (header) => {
      const begunMilliseconds = clock.now()
      const verdict = await decide(header).catch((failure: unknown) =>
        refuse(
          'fault',
          `The device could not check the login: ${failure instanceof Error ? failure.message : 'fault'}.`,
        ),
      )
      const isWrong = 'refusal' in verdict && verdict.refusal.reason === 'wrong_credentials'
      if (isWrong && header.proof.kind === 'password') await until(begunMilliseconds + wrongPasswordMilliseconds)
      return verdict
    },
  }
}
