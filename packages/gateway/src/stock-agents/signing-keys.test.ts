import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Bus, BusTopics, DeviceUid } from '@sshore/contract'
import { describe, expect, it } from 'vitest'
import { hostKeyOf } from './host-key.ts'
import { SigningKeys } from './signing-keys.ts'
import { ssh2 } from './ssh2-library.ts'
import { createTestBus } from './test-bus.ts'

const encoding = { type: 'pkcs1', format: 'pem' } as const
const deviceKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: encoding,
  privateKeyEncoding: encoding,
})
const uid = 'a'.repeat(64) as DeviceUid

describe('the signature for an agent', () => {
  const signed = (bus: Bus): BusTopics['device.signature-made'][] => {
    const made: BusTopics['device.signature-made'][] = []
    bus.subscribe('device.signature-made', (message) => void made.push(message))
    return made
  }
  const text = (username: string): string => JSON.stringify({ Username: username, Namespace: 'old-name' })

  it('is made for the device, the login name and the time of one login alone', async () => {
    const bus = createTestBus()
    const made = signed(bus)
    const keys = new SigningKeys(bus)
    const { fingerprint, [Symbol.dispose]: dispose } = await keys.issue(uid, 'root')
    const want = (fields: Partial<BusTopics['device.signature-wanted']>): void =>
      bus.publish('device.signature-wanted', { id: '1', uid, fingerprint, text: text('root'), ...fields })
    want({ uid: 'b'.repeat(64) as DeviceUid })
    want({ fingerprint: Array(16).fill('00').join(':') })
    want({ text: text('other') })
    want({ text: 'something that might be a login elsewhere' })
    want({ text: 'null' })
    expect(made).toEqual([])
    for (let index = 0; index < 10; index += 1) want({})
    expect(made).toHaveLength(6)
    const again = await keys.issue(uid, 'root')
    dispose()
    again[Symbol.dispose]()
    want({ fingerprint: again.fingerprint })
    expect(made).toHaveLength(6)
  })
})

describe('the host key of a device', () => {
  it('is the wire form of what it registered, in either PEM form', () => {
    const expected = ssh2.utils.parseKey(deviceKey.privateKey)
    const blob = 'getPublicSSH' in expected ? expected.getPublicSSH() : undefined
    const spki = exported(createPublicKey(deviceKey.publicKey))
    expect(hostKeyOf(deviceKey.publicKey)).toEqual(blob)
    expect(hostKeyOf(spki)).toEqual(blob)
    expect(hostKeyOf(exported(generateKeyPairSync('ed25519').publicKey))).toBeUndefined()
    expect(hostKeyOf('nonsense')).toBeUndefined()
  })
})

const exported = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()
