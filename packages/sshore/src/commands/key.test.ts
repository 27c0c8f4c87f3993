import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newOpensshKey } from '../demo/openssh-key.ts'
import { run } from '../test-program.ts'

it('registers a public key from standard input, lists it and removes it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-test-'))
  const on = (words: string, input = '') => run(`${words} --json`, { SSHORE_DATA_DIR: folder }, input)
  try {
    await on('setup --username ada --email ada@example.com --password-stdin', 'secret password')
    const { publicKeyLine } = newOpensshKey('ada@laptop')
    const added = await on('key add ada - --user root', publicKeyLine)
    expect(added).toMatchObject({ code: 0, stderr: 'Public key registered.\n' })
    const key = JSON.parse(added.stdout) as { fingerprint: string }
    expect(key).toMatchObject({ name: 'ada@laptop', username: 'root', filter: { hostname: '.*' } })
    expect(await on('key add ada -', publicKeyLine)).toMatchObject({ code: 4 })
    expect(await on('key add ada /nowhere/key.pub')).toMatchObject({ code: 3 })
    expect(await on('key add nobody -', publicKeyLine)).toMatchObject({ code: 3 })
    expect(await on('key add ada -', 'rubbish')).toMatchObject({ code: 2 })
    expect(JSON.parse((await on('key list ada')).stdout)).toEqual([key])
    expect(await on(`key remove ada ${key.fingerprint} --yes`)).toMatchObject({ code: 0 })
    expect(JSON.parse((await on('key list ada')).stdout)).toEqual([])
    expect(await on(`key remove ada ${key.fingerprint} --yes`)).toMatchObject({ code: 3 })
  } finally {
    await rm(folder, { recursive: true })
  }
})
