import { generateKeyPairSync } from 'node:crypto'
import type { TenantId } from '@sshore/contract'
import { describe, expect, it } from 'vitest'
import { checkDeviceKey, deviceUid, firstName, printable } from './identity.ts'

const tenant = '11111111-2222-4333-8444-555555555555' as TenantId

describe('the uid of a device', () => {
  it('is the one that agents in the field compute', () => {
    expect(deviceUid('02:42:ac:11:00:05', 'example-public-key', tenant)).toBe(
      '7c81183d9d49c3569fdccf8cd3c5dc038cd5cf69fb0d5dd3a89aa67fc322da99',
    )
    expect(deviceUid('', 'example-public-key', tenant)).toBe(
      'caa7497ad1a001abbc9a70acc1508bc2a04121329de2f0f29ba700cd26bba4b7',
    )
  })
})

describe('the key of a device', () => {
  const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })

  it('may be Ed25519, or RSA in either form', () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    checkDeviceKey(publicKey.export({ type: 'spki', format: 'pem' }).toString())
    checkDeviceKey(rsa(2048).publicKey.export({ type: 'pkcs1', format: 'pem' }).toString())
    checkDeviceKey(rsa(2048).publicKey.export({ type: 'spki', format: 'pem' }).toString())
  })

  it('is refused when it is short, of another kind, private or no key at all', () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    const secret = generateKeyPairSync('ed25519').privateKey
    const refused = [
      [rsa(1024).publicKey.export({ type: 'pkcs1', format: 'pem' }).toString(), '1024 bits'],
      [ec.export({ type: 'spki', format: 'pem' }).toString(), 'Ed25519 or an RSA'],
      [secret.export({ type: 'pkcs8', format: 'pem' }).toString(), 'not a public key'],
      ['-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n', 'not a public key'],
      ['ssh-ed25519 AAAA', 'not a public key'],
    ] as const
    for (const [pem, reason] of refused) expect(() => checkDeviceKey(pem)).toThrow(reason)
  })
})

describe('the first name of a device', () => {
  it.each([
    ['Lab-Pi', 'lab-pi'],
    ['lab-pi.example.org', 'lab-pi'],
    ['büro pc!', 'b-ro-pc'],
    ['under_score', 'under_score'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('of %s is %s', (hostname, name) => {
    expect(firstName(hostname, '02:42:ac:11:00:05')).toBe(name)
  })

  it('falls back to the MAC', () => {
    expect(firstName(undefined, '02:42:AC:11:00:05')).toBe('02-42-ac-11-00-05')
    expect(firstName('...', '02:42:ac:11:00:05')).toBe('02-42-ac-11-00-05')
  })

  it('needs one of the two', () => {
    expect(() => firstName(undefined, '')).toThrow('hostname or an identity.mac')
  })
})

it('takes out of a description what could steer a terminal or turn text around', () => {
  expect(printable('Deb\u001b[2Jian\n\u202eGNU\u009b')).toBe('Deb[2JianGNU')
})
