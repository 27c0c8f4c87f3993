import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'

export type KeyType = 'ed25519' | 'ecdsa' | 'rsa'

export interface UserKey {
  /** File of the private half. */
  readonly path: string
  /** The public half as one line of OpenSSH. */
  readonly line: string
}

/** A key made by ssh-keygen in `folder`, without a passphrase. */
export async function newKey(folder: string, type: KeyType = 'ed25519', bits?: number): Promise<UserKey> {
  const path = join(folder, `key-${type}-${crypto.randomUUID().slice(0, 8)}`)
  const size = bits === undefined ? [] : ['-b', String(bits)]
  const made = await run('ssh-keygen', ['-q', '-t', type, ...size, '-N', '', '-C', 'test', '-f', path])
  if (made.code !== 0) throw new Error(`ssh-keygen failed: ${made.stderr}`)
  return { path, line: (await readFile(`${path}.pub`, 'utf8')).trim() }
}
