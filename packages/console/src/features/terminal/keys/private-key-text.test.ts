import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { kindOf, kindOfJwk, publicBlob } from './key-kinds.ts'
import { parsePrivateKey } from './private-key-text.ts'
import { toBase64 } from './ssh-wire.ts'

const run = promisify(execFile)

async function made(...options: readonly string[]): Promise<{ text: string; line: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'key-'))
  try {
    const file = join(folder, 'key')
    await run('ssh-keygen', ['-q', '-C', 'test', '-f', file, ...options])
    return { text: await readFile(file, 'utf8'), line: await readFile(`${file}.pub`, 'utf8') }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const open = ['-N', ''] as const

test.each([
  ['ed25519', ['-t', 'ed25519']],
  ['ecdsa 256', ['-t', 'ecdsa', '-b', '256']],
  ['ecdsa 384', ['-t', 'ecdsa', '-b', '384']],
  ['ecdsa 521', ['-t', 'ecdsa', '-b', '521']],
  ['rsa', ['-t', 'rsa', '-b', '2048']],
  ['rsa in PKCS #8', ['-t', 'rsa', '-b', '2048', '-m', 'PKCS8']],
  ['ecdsa in PKCS #8', ['-t', 'ecdsa', '-m', 'PKCS8']],
] as const)("reads ssh-keygen's %s key, which signs and has the public half that ssh-keygen says", async (_, options) => {
  const { text, line } = await made(...open, ...options)
  const jwk = await parsePrivateKey(text)
  const kind = kindOfJwk(jwk)
  if (!kind) throw new Error('It has a kind.')
  expect(line).toContain(`${kind} ${toBase64(publicBlob(kind, jwk))} test`)
  const key = await crypto.subtle.importKey('jwk', jwk, kindOf(kind).importing, false, ['sign'])
  const signature = await crypto.subtle.sign(kindOf(kind).signing, key, new Uint8Array(9))
  expect(signature.byteLength).toBeGreaterThan(60)
})

test('says why a text is no key to use', async () => {
  const locked = await made('-N', 'secret', '-t', 'ed25519')
  const reasonOf = (text: string) => parsePrivateKey(text).catch((error: unknown) => error)
  expect(await reasonOf(locked.text)).toMatchObject({ reason: 'passphrase' })
  expect(await reasonOf(locked.line)).toMatchObject({ reason: 'no-key' })
  expect(await reasonOf(locked.text.slice(0, 120))).toMatchObject({ reason: 'no-key' })
  const pem = await made('-N', '', '-t', 'rsa', '-b', '2048', '-m', 'PEM')
  expect(await reasonOf(pem.text)).toMatchObject({ reason: 'kind' })
})
