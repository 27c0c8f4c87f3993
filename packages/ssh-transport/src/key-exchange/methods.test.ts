import {
  createDiffieHellmanGroup,
  createECDH,
  createHash,
  createPublicKey,
  decapsulate,
  diffieHellman,
  generateKeyPairSync,
} from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { positiveNumber, ProtocolViolation, Writer } from '../wire.ts'
import { keyExchangeMethods } from './methods.ts'
import type { KeyExchangeMethod } from './method.ts'

const method = (name: string): KeyExchangeMethod => {
  const found = keyExchangeMethods.get(name)
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}
const prefix = Buffer.from('302a300506032b656e032100', 'hex')
const mlkem = generateKeyPairSync('ml-kem-768')
const mlkemKey = mlkem.publicKey.export({ format: 'der', type: 'spki' }).subarray(-1184)
const x25519 = generateKeyPairSync('x25519')
const x25519Key = x25519.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const x25519Secret = (share: Buffer): Buffer =>
  diffieHellman({
    privateKey: x25519.privateKey,
    publicKey: createPublicKey({ key: Buffer.concat([prefix, share]), format: 'der', type: 'spki' }),
  })

describe('the methods of key exchange', () => {
  it('are offered best first, post-quantum before all others', () => {
    expect([...keyExchangeMethods.keys()].slice(0, 5)).toEqual([
      'mlkem768x25519-sha256',
      'sntrup761x25519-sha512',
      'sntrup761x25519-sha512@openssh.com',
      'mlkem768nistp256-sha256',
      'curve25519-sha256',
    ])
  })

  it('agree with a client by ML-KEM and X25519 together', () => {
    const { serverShare, secret } = method('mlkem768x25519-sha256').respond(Buffer.concat([mlkemKey, x25519Key]))
    expect(serverShare).toHaveLength(1088 + 32)
    const quantum = decapsulate(mlkem.privateKey, serverShare.subarray(0, 1088))
    const classical = x25519Secret(serverShare.subarray(1088))
    const expected = createHash('sha256').update(quantum).update(classical).digest()
    expect(secret).toEqual(new Writer().bytes(expected).finish())
  })

  it.each([
    ['ecdh-sha2-nistp256', 'prime256v1'],
    ['ecdh-sha2-nistp384', 'secp384r1'],
    ['ecdh-sha2-nistp521', 'secp521r1'],
  ])('agree with a client by %s', (name, curve) => {
    const client = createECDH(curve)
    const { serverShare, secret } = method(name).respond(client.generateKeys())
    expect(secret).toEqual(new Writer().positive(client.computeSecret(serverShare)).finish())
  })

  it.each([
    ['diffie-hellman-group14-sha256', 'modp14'],
    ['diffie-hellman-group16-sha512', 'modp16'],
    ['diffie-hellman-group18-sha512', 'modp18'],
  ])('agree with a client by %s', (name, group) => {
    const client = createDiffieHellmanGroup(group)
    const { serverShare, secret } = method(name).respond(Buffer.from(positiveNumber(client.generateKeys())))
    expect(secret).toEqual(new Writer().positive(client.computeSecret(serverShare)).finish())
  })
})

const prime = createDiffieHellmanGroup('modp14').getPrime()
const less = Buffer.from(prime)
less.writeUInt8(less.readUInt8(less.length - 1) - 1, less.length - 1)
const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)])
// FIPS 203 section 7.2: coefficients have to be below 3329.
const overModulus = Buffer.concat([Buffer.alloc(1152, 0xff), mlkemKey.subarray(1152)])

describe('a share', () => {
  it.each([
    ['of zeros', 'curve25519-sha256', Buffer.alloc(32)],
    ['of low order', 'curve25519-sha256', Buffer.concat([Buffer.of(1), Buffer.alloc(31)])],
    ['that is empty', 'curve25519-sha256', Buffer.alloc(0)],
    ['of a byte too many', 'curve25519-sha256', Buffer.alloc(33, 9)],
    ['beside the curve', 'ecdh-sha2-nistp256', offCurve],
    ['in compressed form', 'ecdh-sha2-nistp256', Buffer.concat([Buffer.of(2), Buffer.alloc(32, 1)])],
    ['at infinity', 'ecdh-sha2-nistp256', Buffer.of(0)],
    ['of zero', 'diffie-hellman-group14-sha256', Buffer.alloc(0)],
    ['of one', 'diffie-hellman-group14-sha256', Buffer.of(1)],
    ['of p - 1', 'diffie-hellman-group14-sha256', Buffer.concat([Buffer.of(0), less])],
    ['of p', 'diffie-hellman-group14-sha256', Buffer.concat([Buffer.of(0), prime])],
    ['above p', 'diffie-hellman-group14-sha256', Buffer.alloc(400, 0x7f)],
    ['below zero', 'diffie-hellman-group14-sha256', Buffer.of(0xff, 1)],
    ['cut short', 'mlkem768x25519-sha256', mlkemKey],
    ['of a byte too many', 'mlkem768x25519-sha256', Buffer.concat([mlkemKey, x25519Key, Buffer.of(0)])],
    ['with coefficients above the modulus', 'mlkem768x25519-sha256', Buffer.concat([overModulus, x25519Key])],
    ['with an X25519 part of zeros', 'mlkem768x25519-sha256', Buffer.concat([mlkemKey, Buffer.alloc(32)])],
    ['cut short', 'sntrup761x25519-sha512', Buffer.alloc(1158)],
    ['with an X25519 part of zeros', 'sntrup761x25519-sha512', Buffer.alloc(1158 + 32)],
    ['with a point beside the curve', 'mlkem768nistp256-sha256', Buffer.concat([mlkemKey, offCurve])],
  ])('%s is refused by %s', (_, name, share) => {
    expect(() => method(name).respond(share)).toThrow(ProtocolViolation)
  })
})
