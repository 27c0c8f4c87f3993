// What an interactive login is shown before its shell: the message of the day, unless the user asked for silence.
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../login/accounts.ts'
import { linesOf } from '../login/accounts.ts'

const files: readonly string[] = ['/run/motd.dynamic', '/etc/motd']

/** Lines end with LF alone: the terminal turns them into CR LF. */
export async function greetingFor(account: Account): Promise<string> {
  try {
    await access(join(account.home, '.hushlogin'))
    return ''
  } catch {
    const texts = await Promise.all(files.map(linesOf))
    return texts.map((lines) => lines.join('\n')).join('')
  }
}

/** The user's mailbox, where the system keeps one. */
export async function mailboxOf(account: Account): Promise<string | undefined> {
  const path = join('/var/mail', account.username)
  try {
    await access(path)
    return path
  } catch {
    return undefined
  }
}
