// The line of `ls -l` that READDIR gives beside each name; OpenSSH's client prints it as it comes.
import type { BigIntStats } from 'node:fs'
import type { Accounts } from './accounts.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
/** Older files, and those from the future, show the year in place of the time. */
const recentSeconds = (365 * 24 * 60 * 60) / 2

/** S_IFMT of <sys/stat.h> and the letter of each type. */
const typeBits = 0o170000
const typeLetters: Readonly<Record<number, string>> = {
  0o010000: 'p',
  0o020000: 'c',
  0o040000: 'd',
  0o060000: 'b',
  0o100000: '-',
  0o120000: 'l',
  0o140000: 's',
}

/** Read, write and execute of one class; `special` is set-user-id, set-group-id or sticky, shown in the last place. */
function triplet(bits: number, special: boolean, letter: string): string {
  const execute = bits & 1
  const last = special ? (execute ? letter : letter.toUpperCase()) : execute ? 'x' : '-'
  return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${last}`
}

function modeText(mode: number): string {
  const owner = triplet((mode >> 6) & 7, (mode & 0o4000) !== 0, 's')
  const group = triplet((mode >> 3) & 7, (mode & 0o2000) !== 0, 's')
  const others = triplet(mode & 7, (mode & 0o1000) !== 0, 't')
  return `${typeLetters[mode & typeBits] ?? '?'}${owner}${group}${others} `
}

function timeText(seconds: number, nowSeconds: number): string {
  const time = new Date(seconds * 1000)
  const day = `${months[time.getMonth()] ?? ''} ${String(time.getDate()).padStart(2)}`
  if (seconds <= nowSeconds - recentSeconds || seconds > nowSeconds) return `${day}  ${time.getFullYear()}`
  return `${day} ${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`
}

/** `nowSeconds` is the calendar's time; the line is in the local time zone. */
export function longNameOf(name: Buffer, stats: BigIntStats, accounts: Accounts, nowSeconds: number): Buffer {
  const user = accounts.userName(Number(stats.uid)) ?? String(stats.uid)
  const group = accounts.groupName(Number(stats.gid)) ?? String(stats.gid)
  const columns = [
    modeText(Number(stats.mode)),
    String(stats.nlink).padStart(3),
    user.padEnd(8),
    group.padEnd(8),
    String(stats.size).padStart(8),
    timeText(Number(stats.mtimeNs / 1_000_000_000n), nowSeconds),
  ]
  return Buffer.concat([Buffer.from(`${columns.join(' ')} `), name])
}
