// Whether a password is the user's. PAM's own helper does it where it exists: it knows every hash of the system and
// keeps the 16 MB that a modern hash needs out of the agent. Elsewhere crypt(3) is called here.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Platform } from '../platform/platform.ts'
import { createQueue } from './queue.ts'
import { findShadowEntry, isUsableHash } from './shadow.ts'

const helperPaths: readonly string[] = ['/sbin/unix_chkpwd', '/usr/sbin/unix_chkpwd', '/usr/bin/unix_chkpwd']
/** The helper reads at most this much, the closing NUL included. */
const helperPasswordBytes = 512
const helperTimeoutMilliseconds = 15_000
const helperEnvironment: NodeJS.ProcessEnv = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }
/** So that a hundred guesses at once cannot take the device's memory: each check may need 18 MB. */
const checks = { atOnce: 2, waiting: 32, of: 'password checks' } as const
/** Hashed when the user does not exist: this check occupies the agent, which others can feel. */
const nobodysHash = '$6$sshoresshoresshore$'

/** Exit status of the helper; 0 is PAM_SUCCESS. */
function runHelper(
  helper: string,
  username: string,
  mode: 'nonull' | 'chkexpiry',
  input?: Uint8Array,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(helper, [username, mode], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: helperEnvironment,
      timeout: helperTimeoutMilliseconds,
      killSignal: 'SIGKILL',
    })
    child.on('error', () => resolve(-1))
    child.on('exit', (status) => resolve(status ?? -1))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

function equal(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let at = 0; at < left.length; at += 1) difference |= left.charCodeAt(at) ^ (right.charCodeAt(at) || 0)
  return difference === 0
}

export interface PasswordCheck {
  /** False as well for a user who does not exist, but sooner: a refusal has to be held back to hide that. */
  matches(username: string, password: string): Promise<boolean>
  /** PAM's verdict on an account that the device's own files do not hold; undefined when there is no helper. */
  ageing(username: string): Promise<'valid' | 'account_expired' | 'password_expired' | undefined>
}

/** PAM_NEW_AUTHTOK_REQD and PAM_ACCT_EXPIRED of <security/_pam_types.h>. */
const helperStatus = { success: 0, passwordExpired: 12, accountExpired: 13, unknownUser: 10 } as const

export function createPasswordCheck(crypt: Platform['crypt']): PasswordCheck {
  const helper = helperPaths.find((path) => existsSync(path))
  const queue = createQueue(checks)

  const check = async (username: string, password: string): Promise<boolean> => {
    if (password === '' || password.includes('\0')) return false
    if (helper) {
      const input = new TextEncoder().encode(`${password}\0`)
      if (input.byteLength > helperPasswordBytes) return false
      return (await runHelper(helper, username, 'nonull', input)) === helperStatus.success
    }
    const entry = findShadowEntry(username)
    const usable = entry !== undefined && isUsableHash(entry.hash)
    const hash = crypt(password, usable ? entry.hash : nobodysHash)
    return usable && hash !== undefined && equal(hash, entry.hash)
  }

  return {
    matches: (username, password) => queue(() => check(username, password)),
    ageing: async (username) => {
      if (!helper) return undefined
      const status = await runHelper(helper, username, 'chkexpiry')
      if (status === helperStatus.passwordExpired) return 'password_expired'
      if (status === helperStatus.accountExpired) return 'account_expired'
      // A directory's users are unknown to pam_unix; their own module would have to be asked.
      return status === helperStatus.success || status === helperStatus.unknownUser ? 'valid' : undefined
    },
  }
}
