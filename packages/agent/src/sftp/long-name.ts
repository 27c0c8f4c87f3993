// The line of `ls -l` that READDIR gives beside each name; OpenSSH's client prints it as it comes.
import type { BigIntStats } from 'node:fs'
import { sftp } from '@sshore/contract'
import type { Accounts } from './accounts.ts'

/** Older files, and those from the future, show the year in place of the time. */
const recentSeconds = (365 * 24 * 60 * 60) / 2

function timeText(seconds: number, nowSeconds: number): string {
  const time = new Date(seconds * 1000)
  const day = `${sftp.months[time.getMonth()] ?? ''} ${String(time.getDate()).padStart(2)}`
  if (seconds <= nowSeconds - recentSeconds || seconds > nowSeconds) return `${day}  ${time.getFullYear()}`
  return `${day} ${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`
}

/** `nowSeconds` is the calendar's time; the line is in the local time zone. */
export function longNameOf(name: Buffer, stats: BigIntStats, accounts: Accounts, nowSeconds: number): Buffer {
  const user = accounts.userName(Number(stats.uid)) ?? String(stats.uid)
  const group = accounts.groupName(Number(stats.gid)) ?? String(stats.gid)
  const columns = [
    `${sftp.modeText(Number(stats.mode))} `,
    String(stats.nlink).padStart(3),
    user.padEnd(8),
    group.padEnd(8),
    String(stats.size).padStart(8),
    timeText(Number(stats.mtimeNs / 1_000_000_000n), nowSeconds),
  ]
  return Buffer.concat([Buffer.from(`${columns.join(' ')} `), name])
}
