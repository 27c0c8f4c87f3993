import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSealer } from './sealing.ts'

const newKey = () => generateKeyPairSync('ed25519').privateKey
const secret = Buffer.from('a private key')

test('a sealed secret opens for the same server in the same place, and for nobody else', () => {
  const key = newKey()
  const sealed = createSealer(key).seal(secret, 'here')
  expect(sealed).not.toContain(secret.toString('base64url'))
  expect(createSealer(key).open(sealed, 'here')).toEqual(secret)
  expect(() => createSealer(key).open(sealed, 'there')).toThrow('unable to authenticate')
  expect(() => createSealer(newKey()).open(sealed, 'here')).toThrow('unable to authenticate')
})

test('a seal that was touched does not open', () => {
  const sealer = createSealer(newKey())
  const sealed = sealer.seal(secret, 'here')
  const broken = `${sealed.slice(0, -2)}${sealed.endsWith('A') ? 'BB' : 'AA'}`
  expect(() => sealer.open(broken, 'here')).toThrow('unable to authenticate')
  for (const text of [sealed.slice(0, 20), '', 's2.AAAA']) {
    expect(() => sealer.open(text, 'here')).toThrow('no sealed secret')
  }
  expect(sealer.seal(secret, 'here')).not.toBe(sealed)
})
