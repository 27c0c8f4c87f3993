// More output than anybody reads: every byte of it is in the recording, and the terminal does not wait for that.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { features } from '@sshore/contract'
import { longTests, sha256, sshWords, until } from '@sshore/testkit'
import { expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { downloaded, verified } from './downloads.ts'

const one = oneDevice({ config: { edition: features.recording[0] } })
const megabytes = longTests ? 100 : 3
/** Numbered lines in colours, so that they are neither all the same nor noise. */
const command = `seq 1 1000000000 | sed 's/.*/\\x1b[3&m line & of many \\x1b[0m/' | head -c ${megabytes}000000; stty size`

async function digestOf(words: readonly string[]): Promise<{ digest: string; bytes: number }> {
  const [program = '', ...argv] = words
  const child = spawn(program, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { digest: hash.digest('hex'), bytes }
}

it(`${megabytes} MB in a terminal are recorded byte for byte`, { timeout: 600_000 }, async () => {
  const { client } = one.namespace.owner
  const settings = { session_record_policy: 'best_effort' } as const
  await client.updateNamespace({ params: { tenant: one.namespace.tenantId }, body: { settings } })
  const shown = await digestOf(sshWords(one.device.target(), [command], ['-tt']))
  expect(shown.bytes).toBeGreaterThan(megabytes * 1_000_000)
  const recording = await until(
    'the recording has ended',
    async () => (await client.listRecordings()).body.find(({ outcome }) => outcome === 'complete'),
    { seconds: 60 },
  )
  expect(recording).toMatchObject({ lost_bytes: 0, bytes: shown.bytes })
  const where = { dataDir: join(one.stack.folder, 'server'), namespace: one.namespace.name }
  expect(sha256(await downloaded(where, recording, 'raw'))).toBe(shown.digest)
  expect(await verified(where, recording)).toMatchObject({ code: 0 })
})
