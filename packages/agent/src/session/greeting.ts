// What an interactive login is shown before its shell: the message of the day, unless the user asked for silence.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '../login/accounts.ts'
import { linesOf } from '../login/accounts.ts'

const files: readonly string[] = ['/run/motd.dynamic', '/etc/motd']

/** Lines end with LF alone: the terminal turns them into CR LF. */
export function greetingFor(account: Account): string {
  if (existsSync(join(account.home, '.hushlogin'))) return ''
  return files.map((path) => linesOf(path).join('\n')).join('')
}

/** The user's mailbox, where the system keeps one. */
export function mailboxOf(account: Account): string | undefined {
  const path = join('/var/mail', account.username)
  return existsSync(path) ? path : undefined
}
