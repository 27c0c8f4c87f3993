import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { newOpensshKey } from '../demo/openssh-key.ts'
import { jsonOf, startTestInstance } from '../test-instance.ts'

it('doubts a certificate number that was never issued, and revokes the one that was without a word', async () => {
  await using server = await startTestInstance()
  await server.signUp('ada')
  const key = join(server.folder, 'key.pub')
  await writeFile(key, newOpensshKey('ada@laptop').publicKeyLine)
  await jsonOf(server.beside('certificate authority create ada --json'))
  const issue = `certificate issue ada ${key} --user ada --principal root --hours 1 --json`
  const { serial } = (await jsonOf(server.beside(issue))) as { serial: string }
  const wrong = await server.beside('certificate revoke ada 4711 --yes')
  expect(wrong).toMatchObject({ code: 0, stderr: expect.stringContaining('no certificate 4711') })
  expect(await server.beside(`certificate revoke ada ${serial} --yes`)).toMatchObject({ code: 0, stderr: '' })
  expect(await jsonOf(server.beside('certificate list ada --json'))).toMatchObject([{ serial, revoked: true }])
})
