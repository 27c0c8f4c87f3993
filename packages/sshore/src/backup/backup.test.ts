import { appendFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonOf, startTestInstance } from '../test-instance.ts'
import { run } from '../test-program.ts'

test('a backup of a running server is whole, for its owner alone, and becomes a server again', async () => {
  await using server = await startTestInstance()
  const { tenantId } = await server.signUp('ana')
  const uid = await server.device(tenantId, 'bench')
  const folder = join(server.folder, 'backup')
  const made = await jsonOf(server.beside(`backup ${folder} --json`))
  expect(made).toMatchObject({ database: 'embedded', folder })
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const names = await readdir(folder)
  expect(names).toEqual(expect.arrayContaining(['backup.json', 'sshore.db', 'token-key.pem', 'host-keys']))
  expect(names).not.toEqual(expect.arrayContaining(['server.lock']))
  for (const name of ['sshore.db', 'token-key.pem']) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await server.beside(`backup ${folder}`)).code).toBe(4)
  const within = await server.beside(`backup ${server.dataDir}/backups/first`)
  expect(within).toMatchObject({ code: 2, stderr: expect.stringContaining('outside of it') })
  expect(await readdir(server.dataDir)).not.toContain('backups')
  expect((await run(`backup verify ${folder}`)).stdout).toContain('The backup is whole.')

  const restored = join(server.folder, 'restored')
  expect((await run(`restore ${folder} --data-dir ${server.dataDir}`)).code).toBe(4)
  expect((await run(`restore ${folder} --data-dir ${restored}`)).code).toBe(0)
  const [key, database] = await Promise.all(
    ['token-key.pem', 'sshore.db'].map((name) => stat(join(restored, name), { bigint: true })),
  )
  expect(Number(key?.mode) & 0o777).toBe(0o600)
  // A restore that breaks off leaves no database behind without the keys that open it.
  expect(key?.ctimeNs ?? 0n).toBeLessThan(database?.ctimeNs ?? 0n)
  const listed = await jsonOf(run(`device list ana --status all --json --data-dir ${restored}`))
  expect(listed).toMatchObject([{ uid, name: 'bench', status: 'pending' }])
})

test('a backup that was damaged is neither found whole nor restored', async () => {
  await using server = await startTestInstance()
  await server.signUp('ana')
  const folder = join(server.folder, 'backup')
  await jsonOf(server.beside(`backup create ${folder} --json`))
  await appendFile(join(folder, 'token-key.pem'), ' ')
  const verified = await run(`backup verify ${folder}`)
  expect(verified).toMatchObject({ code: 1, stderr: expect.stringContaining('token-key.pem has ') })
  const target = join(server.folder, 'restored')
  expect((await run(`restore ${folder} --data-dir ${target}`)).code).toBe(1)
  expect((await run(`restore ${server.folder} --data-dir ${target}`)).code).toBe(3)
  await mkdir(join(server.folder, 'other'))
  await writeFile(join(server.folder, 'other', 'backup.json'), '{"sshore":"backup"}')
  expect((await run(`backup verify ${server.folder}/other`)).code).toBe(1)
})

test('a backup that fails leaves nothing in the way of the next one', async () => {
  await using server = await startTestInstance()
  const folder = join(server.folder, 'backup')
  const data = join(server.folder, 'damaged')
  await mkdir(data, { mode: 0o700 })
  await writeFile(join(data, 'sshore.db'), 'no database '.repeat(100), { mode: 0o600 })
  expect((await run(`backup ${folder} --data-dir ${data}`)).code).toBe(1)
  expect(await readdir(folder)).toEqual([])
  expect((await server.beside(`backup ${folder}`)).code).toBe(0)
  expect(await readdir(folder)).toContain('backup.json')
})

test('a folder without data cannot be backed up', async () => {
  await using server = await startTestInstance()
  const ran = await run(`backup ${server.folder}/backup --data-dir ${server.folder}/nothing`)
  expect(ran).toMatchObject({ code: 3, stderr: expect.stringContaining('no server') })
})
