import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Account } from '../login/accounts.ts'

/** The bits that let a folder be entered: its owner, and everybody. */
const enter = { owner: 0o100, everybody: 0o001 } as const

function mayEnter({ uid }: Account, folder: string): boolean {
  const { mode, uid: owner } = statSync(folder)
  if (uid === 0) return true
  return (mode & (owner === uid ? enter.owner : enter.everybody)) !== 0
}

/**
 * Whether the account may enter a folder, as far as can be told without being that user: root asks here, whom nothing
 * stops but a network file system. False where groups or access lists may decide.
 */
export function maySurelyEnter(account: Account, folder: string): boolean {
  try {
    if (!statSync(folder).isDirectory()) return false
    for (let at = folder; ; at = dirname(at)) {
      if (!mayEnter(account, at)) return false
      if (at === dirname(at)) return true
    }
  } catch {
    return false
  }
}
