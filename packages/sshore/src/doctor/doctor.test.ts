import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestInstance } from '../test-instance.ts'
import { run } from '../test-program.ts'

interface Told {
  readonly healthy: boolean
  readonly findings: readonly { readonly about: string; readonly outcome: string; readonly says: string }[]
}

test('a server is found good, and what is wrong with it is told with what to do', async () => {
  await using server = await startTestInstance()
  const ran = await server.beside(`doctor --public-url ${server.url} --json`)
  const { healthy, findings } = JSON.parse(ran.stdout) as Told
  expect(findings.filter(({ outcome }) => outcome === 'bad')).toEqual([])
  expect({ code: ran.code, healthy }).toEqual({ code: 0, healthy: true })
  const abouts = findings.map(({ about }) => about)
  expect(abouts).toEqual(
    expect.arrayContaining(['database', 'keys', 'backup', 'ciphers', 'SSH', 'agents', 'public WebSocket']),
  )

  await chmod(join(server.dataDir, 'token-key.pem'), 0o644)
  const loose = await server.beside('doctor')
  expect(loose.code).toBe(1)
  expect(loose.stdout).toMatch(/^BAD +keys +others can read token-key.pem\n +→ .*chmod 600/m)
  expect(loose.stderr).toBe('')

  const fromAfar = await server.beside(`doctor --server ${server.url}`)
  expect(fromAfar).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('sshore doctor NAMESPACE.DEVICE --server'),
  })
})

test('a damaged database is told, with what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-doctor-'))
  try {
    await writeFile(join(folder, 'sshore.db'), 'no database '.repeat(100), { mode: 0o600 })
    const told = await run('doctor', { SSHORE_DATA_DIR: folder })
    expect(told).toMatchObject({ code: 1, stderr: '' })
    expect(told.stdout).toMatch(/^BAD +database +.*not a database.*\n +→ .*restore the last backup/m)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a device is said to be pending, away or rejected', async () => {
  await using server = await startTestInstance()
  const { tenantId } = await server.signUp('ana')
  await server.device(tenantId, 'bench')
  const pending = await server.beside('doctor ana.bench')
  expect(pending).toMatchObject({ code: 1, stdout: expect.stringContaining('sshore device accept ana bench') })
  await server.beside('device accept ana bench')
  const accepted = await server.beside('doctor ana.bench')
  expect(accepted.stdout).toMatch(/^good +status +accepted/m)
  await server.beside('device reject ana bench')
  expect((await server.beside('doctor ana.bench')).stdout).toMatch(/^BAD +status +rejected/m)
  expect((await server.beside('doctor ana.nothing')).code).toBe(3)
  expect((await server.beside('doctor bench')).code).toBe(2)
})
