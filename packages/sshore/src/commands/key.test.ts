import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { newOpensshKey } from '../demo/openssh-key.ts'
import { startTestInstance } from '../test-instance.ts'

it('registers a public key from standard input, lists it and removes it', async () => {
  await using server = await startTestInstance()
  await server.signUp('ada')
  const on = (words: string, input = '') => server.beside(`${words} --json`, input)
  const { publicKeyLine } = newOpensshKey('ada@laptop')
  const added = await on('key add ada - --user root', publicKeyLine)
  expect(added).toMatchObject({ code: 0, stderr: 'Public key registered.\n' })
  const key = JSON.parse(added.stdout) as { fingerprint: string }
  expect(key).toMatchObject({ name: 'ada@laptop', username: 'root', filter: { hostname: '.*' } })
  const blob = Buffer.from(publicKeyLine.split(' ')[1] ?? '', 'base64')
  const sha256 = createHash('sha256').update(blob).digest('base64').slice(0, 43)
  expect((await server.beside('key list ada')).stdout).toContain(`SHA256:${sha256}\n`)
  expect(await on('key add ada -', publicKeyLine)).toMatchObject({ code: 4 })
  expect(await on('key add ada /nowhere/key.pub')).toMatchObject({ code: 3 })
  expect(await on('key add nobody -', publicKeyLine)).toMatchObject({ code: 3 })
  expect(await on('key add ada -', 'rubbish')).toMatchObject({ code: 2 })
  expect(JSON.parse((await on('key list ada')).stdout)).toEqual([key])
  expect(await on(`key remove ada ${key.fingerprint} --yes`)).toMatchObject({ code: 0 })
  expect(JSON.parse((await on('key list ada')).stdout)).toEqual([])
  expect(await on(`key remove ada ${key.fingerprint} --yes`)).toMatchObject({ code: 3 })
})
