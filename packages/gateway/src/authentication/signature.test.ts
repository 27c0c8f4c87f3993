import { describe, expect, it } from 'vitest'
import { readPublicKey } from './public-key.ts'
import { checkSignature, signatureAlgorithmsOf } from './signature.ts'
import { keyTypes, newTestKey, touched, verified } from './test-keys.ts'

const contents = Buffer.from('session and request')
const none = { presence: false, verification: false }
const presence = { presence: true, verification: false }
const both = { presence: true, verification: true }

const cases = keyTypes.flatMap((type) => signatureAlgorithmsOf(type).map((algorithm) => ({ type, algorithm })))

describe.each(cases)('a $type key that signs with $algorithm', ({ type, algorithm }) => {
  const own = newTestKey(type)
  const other = newTestKey(type)
  const key = readPublicKey(own.blob)
  const good = own.sign(algorithm, contents)

  it('is believed what it signed, and nothing else', () => {
    expect(checkSignature(key, algorithm, good, contents, presence)).toBe('good')
    expect(checkSignature(key, algorithm, good, Buffer.from('another request'), presence)).toBe('bad')
    expect(checkSignature(key, algorithm, other.sign(algorithm, contents), contents, presence)).toBe('bad')
  })

  it('is not believed under the name of another algorithm', () => {
    for (const { algorithm: another } of cases.filter((candidate) => candidate.algorithm !== algorithm)) {
      expect(checkSignature(key, another, good, contents, none)).toBe('bad')
    }
    expect(checkSignature(key, 'ssh-rsa', good, contents, none)).toBe('bad')
  })

  it('is not believed once a bit of the signature is turned, cut off or added', () => {
    for (let bit = 0; bit < good.length * 8; bit += 7) {
      const turned = Buffer.from(good)
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(checkSignature(key, algorithm, turned, contents, none), `bit ${bit}`).toBe('bad')
    }
    for (let length = 0; length < good.length; length += 1) {
      expect(checkSignature(key, algorithm, good.subarray(0, length), contents, none)).toBe('bad')
    }
    expect(checkSignature(key, algorithm, Buffer.concat([good, Buffer.of(0)]), contents, none)).toBe('bad')
  })
})

it('an RSA key is not believed with SHA-1', () => {
  const own = newTestKey('ssh-rsa')
  expect(checkSignature(readPublicKey(own.blob), 'ssh-rsa', own.sign('ssh-rsa', contents), contents, none)).toBe('bad')
})

describe.each(keyTypes.filter((type) => type.startsWith('sk-')))('a security key of type %s', (type) => {
  const own = newTestKey(type)
  const key = readPublicKey(own.blob)
  const verdict = (flags: number, demands: typeof both) =>
    checkSignature(key, type, own.sign(type, contents, flags), contents, demands)

  it.each([
    [0, none, 'good'],
    [0, presence, 'not_touched'],
    [verified, presence, 'not_touched'],
    [touched, presence, 'good'],
    [touched, both, 'not_verified'],
    [verified, both, 'not_touched'],
    [touched | verified, both, 'good'],
  ] as const)('with flags %i and demands %j is %s', (flags, demands, expected) => {
    expect(verdict(flags, demands)).toBe(expected)
  })

  it('cannot have its flags added by somebody else', () => {
    const signature = own.sign(type, contents, 0)
    signature[signature.length - 5] = touched
    expect(checkSignature(key, type, signature, contents, presence)).toBe('bad')
  })
})
