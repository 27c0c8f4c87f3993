import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { provesDevice, readDeviceKey } from './device-proof.ts'

const text = 'what is to be signed'

describe('the proof of a device key', () => {
  it.each([
    ['Ed25519', generateKeyPairSync('ed25519'), 'spki', null],
    ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 }), 'spki', 'sha256'],
    ['RSA as agents in the field write it', generateKeyPairSync('rsa', { modulusLength: 2048 }), 'pkcs1', 'sha256'],
  ] as const)('is checked for %s', (_, pair, type, algorithm) => {
    const pem =
      type === 'pkcs1'
        ? pair.publicKey.export({ type: 'pkcs1', format: 'pem' })
        : pair.publicKey.export({ type: 'spki', format: 'pem' })
    const key = readDeviceKey(pem.toString())
    if (!key) throw new Error('The key was not understood.')
    const signature = sign(algorithm, Buffer.from(text), pair.privateKey).toString('base64')
    expect(provesDevice(key, text, signature)).toBe(true)
    expect(provesDevice(key, `${text}.`, signature)).toBe(false)
    expect(provesDevice(key, text, '')).toBe(false)
    expect(provesDevice(key, text, 'not base64 at all ✂')).toBe(false)
  })

  it.each([['nonsense'], [generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()]])(
    'needs a key that can sign, not %s',
    (pem) => {
      expect(readDeviceKey(pem)).toBeUndefined()
    },
  )
})
