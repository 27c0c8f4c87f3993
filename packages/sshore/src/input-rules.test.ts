import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run } from './test-program.ts'

it('says which rule an input has broken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-test-'))
  const on = (words: string) => run(words, { SSHORE_DATA_DIR: folder }, 'secret')
  const setup = 'setup --username ada --email ada@example.com --password-stdin'
  try {
    const told = 'error: Expected name: 3 to 20 characters, none of them a control character; email: an e-mail address'
    const wrong = await on('setup --username ada --email nonsense --name x --password-stdin')
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining(told) })
    expect(wrong.stderr).not.toContain('(')
    expect(await run(setup, { SSHORE_DATA_DIR: folder }, 'abc')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('password: 5 to 30 characters'),
    })
    expect(await on(setup)).toMatchObject({ code: 0 })
    expect(await on('user create a! --email b@example.com --password-stdin')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('username: 3 to 30 letters, digits and'),
    })
    expect(await on('namespace create a_b --owner ada')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name: 3 to 30 letters, digits and hyphens'),
    })
    expect(await on('api-key create ada ci')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name: 3 to 20 characters'),
    })
    expect(await on('tag rename ada bench x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('tag: 3 to 255 letters, digits and any of'),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
