// What a login is shown before its shell, unless the user asked for silence: the message of the day, mail, and on a
// terminal when the user was last here. In that order, as sshd with PAM shows it.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '../login/accounts.ts'
import { type LastLogin, lastLoginLine } from './last-login.ts'
import { messageOfTheDay } from './motd.ts'

/** The user's mailbox, where the system keeps one. */
export function mailboxOf(account: Account): string | undefined {
  const path = join('/var/mail', account.username)
  return existsSync(path) ? path : undefined
}

/** As pam_mail(8) with Debian's options. */
function mailNotice(account: Account): string {
  const path = mailboxOf(account)
  if (path === undefined) return ''
  const { size, atimeMs, mtimeMs } = statSync(path)
  if (size === 0) return 'You have no mail.\n'
  return mtimeMs > atimeMs ? 'You have new mail.\n' : 'You have mail.\n'
}

/** Lines end with LF alone but for the last login: the terminal turns them into CR LF. */
export async function greetingFor(account: Account, last: LastLogin | undefined): Promise<string> {
  if (existsSync(join(account.home, '.hushlogin'))) return ''
  return (await messageOfTheDay()) + mailNotice(account) + (last ? lastLoginLine(last) : '')
}
