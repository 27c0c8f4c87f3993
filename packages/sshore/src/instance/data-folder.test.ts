import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../test-program.ts'
import { makeDataFolder } from './data-folder.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sshore-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the data folder', () => {
  it('is made with the folders above it, for its owner only', async () => {
    const path = join(folder, 'a/b')
    makeDataFolder(path)
    makeDataFolder(path)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
  })

  it.each(['server', 'setup'])('is refused by "%s" where the system allows no folder', async (words) => {
    expect(await run(`${words} --data-dir /proc/x`, { SSHORE_CONSOLE_DIR: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error: Cannot create the folder \/proc\/x: .* SSHORE_DATA_DIR or --data-dir\.\n$/,
      ),
    })
  })

  it.each(['server', 'setup', 'user list', 'info'])('is refused by "%s" when it is a file', async (words) => {
    const path = join(folder, 'file')
    await writeFile(path, '')
    const told = {
      code: 2,
      stderr: expect.stringMatching(/^error: .* is a file\. .* SSHORE_DATA_DIR or --data-dir\.\n$/),
    }
    expect(await run(`${words} --data-dir ${path}`, { SSHORE_CONSOLE_DIR: folder })).toMatchObject(told)
    expect(await run(`${words} --data-dir ${path}/below`, { SSHORE_CONSOLE_DIR: folder })).toMatchObject(told)
  })
})
