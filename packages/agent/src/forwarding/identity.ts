// Who the connections of a login are made as.
import { execFile } from 'node:child_process'
import type { Account } from '../login/accounts.ts'
import type { Identity } from '../platform/platform.ts'

/** id(1) may ask a directory server. */
const groupsSeconds = 10

function groupsOf(username: string): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    execFile('id', ['-G', username], { timeout: groupsSeconds * 1000, encoding: 'utf8' }, (failure, output) => {
      const groups = output.trim().split(' ').map(Number)
      if (failure || !groups.every(Number.isInteger)) {
        reject(new Error(`the groups of ${username} could not be found`, { cause: failure }))
      } else resolve(groups)
    })
  })
}

/** Undefined: the agent itself is that user. Rejects when the user's groups cannot be found. */
export async function identityOf({ username, uid, gid }: Account, ownUid: number): Promise<Identity | undefined> {
  if (ownUid !== 0 || uid === 0) return undefined
  return { uid, gid, groups: await groupsOf(username) }
}

/** The same, asked once; again after a failure, since a directory server that was away may be back. */
export function rememberedIdentity(account: Account, ownUid: number): () => Promise<Identity | undefined> {
  let found: Promise<Identity | undefined> | undefined
  return () => {
    const asked = (found ??= identityOf(account, ownUid))
    asked.catch(() => {
      if (found === asked) found = undefined
    })
    return asked
  }
}
