// Recordings as the command line saves them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Recording } from '@sshore/contract'
import { sshore, temporaryFolder } from '@sshore/testkit'

export interface Where {
  readonly dataDir: string
  readonly namespace: string
}

export async function downloaded(
  { dataDir, namespace }: Where,
  { uid, seat }: Pick<Recording, 'uid' | 'seat'>,
  format: 'asciicast' | 'proof' | 'raw',
): Promise<Buffer> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'recording')
  const words = ['recording', 'download', namespace, uid, '--seat', String(seat)]
  const ran = await sshore(
    [...words, '--output', file, '--format', format, '--data-dir', dataDir],
    {},
    { seconds: 240 },
  )
  if (ran.code !== 0) throw new Error(`It was not downloaded: ${ran.stderr}`)
  return await readFile(file)
}

export const verified = ({ dataDir, namespace }: Where, { uid, seat }: Pick<Recording, 'uid' | 'seat'>) =>
  sshore(['recording', 'verify', namespace, uid, '--seat', String(seat), '--data-dir', dataDir])
