import { bytesOfText } from '@sshore/link'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { Writer } from '../ssh/wire.ts'
import { readCertificate } from './certificate.ts'
import { judgeCertificate } from './certificate-rules.ts'
import { signatureAlgorithmsOf } from './signature.ts'
import { certificateNameOf, keyTypes, newAuthority, newTestKey } from './test-keys.ts'
import { provesPossession, readUserKey } from './user-key.ts'

const authority = newAuthority()
afterAll(() => authority[Symbol.dispose]())
const key = newTestKey('ssh-ed25519')
const algorithm = certificateNameOf('ssh-ed25519')
const visit = { login: 'root', address: '192.0.2.7', now: new Date() }
const presence = { presence: true, verification: false }

function read(blob: Buffer, as = algorithm) {
  const user = readUserKey({ algorithm: as, blob })
  if (typeof user === 'string') throw new Error(user)
  if (!user.certificate) throw new Error('this is a plain key')
  return { user, certificate: user.certificate }
}

const judged = (words: readonly string[], where: Partial<typeof visit> = {}) =>
  judgeCertificate(read(authority.certify(key, words)).certificate, { ...visit, ...where })

describe.each(keyTypes)('a certificate of a %s key', (type) => {
  const subject = newTestKey(type)
  const blob = authority.certify(subject, ['-n', 'root,pi', '-V', '-5m:+1h', '-z', '77'])

  it.each(signatureAlgorithmsOf(type))('is read, and proved with %s', (signatureAlgorithm) => {
    const { user, certificate } = read(blob, certificateNameOf(signatureAlgorithm))
    expect(user.blob).toEqual(subject.blob)
    expect(certificate).toMatchObject({ kind: 1, serial: 77n, keyId: 'ann', principals: ['root', 'pi'] })
    expect(certificate.authority).toEqual(authority.blob)
    const signed = Buffer.from('request')
    const proof = { signed, signature: subject.sign(signatureAlgorithm, signed) }
    expect(provesPossession(user, proof, presence)).toBe('good')
    expect(provesPossession(user, { ...proof, signed: Buffer.from('other') }, presence)).toBe('bad')
    expect(judgeCertificate(certificate, visit)).toMatchObject({ permits: { terminal: true } })
  })

  it('is none of another type', () => {
    for (const other of keyTypes.filter((candidate) => candidate !== type)) {
      const as = other === 'ssh-rsa' ? 'rsa-sha2-512' : other
      expect(readUserKey({ algorithm: certificateNameOf(as), blob })).toBe('malformed')
    }
    expect(readUserKey({ algorithm: type === 'ssh-rsa' ? 'rsa-sha2-512' : type, blob })).toBe('malformed')
  })
})

it.each([
  ['ed25519', []],
  ['ecdsa', ['-b', '256']],
  ['ecdsa', ['-b', '521']],
  ['rsa', ['-b', '2048']],
])('an authority of type %s %j may sign', (type, words) => {
  using other = newAuthority(type, words)
  expect(read(other.certify(key)).certificate.authority).toEqual(other.blob)
})

it('an authority with SHA-1 may not sign', () => {
  using other = newAuthority('rsa', ['-b', '2048'])
  const blob = other.certify(key, ['-t', 'ssh-rsa', '-n', 'root'])
  expect(readUserKey({ algorithm, blob })).toBe('bad_certificate')
})

it('an RSA key that is too short is not made good by a certificate', () => {
  const blob = authority.certify(newTestKey('ssh-rsa', 1024))
  expect(readUserKey({ algorithm: 'rsa-sha2-512-cert-v01@openssh.com', blob })).toBe('rsa_too_short')
  expect(readUserKey({ algorithm: 'ssh-rsa-cert-v01@openssh.com', blob })).toBe('rsa_sha1')
})

describe('a certificate', () => {
  it.each([
    ['that is for hosts', ['-h', '-n', 'root'], {}, 'not_for_users'],
    ['that begins later', ['-n', 'root', '-V', '+10m:+1h'], {}, 'not_yet_valid'],
    ['that has ended', ['-n', 'root', '-V', '-2h:-1h'], {}, 'expired'],
    ['that names nobody', [], {}, 'no_principals'],
    ['of somebody else', ['-n', 'pi,rooty'], {}, 'other_principal'],
    ['for another network', ['-n', 'root', '-O', 'source-address=198.51.100.0/24'], {}, 'other_address'],
    ['with an unknown demand', ['-n', 'root', '-O', 'critical:moon-phase=full'], {}, 'unknown_option'],
  ])('%s opens nothing', (_, words, where, defect) => {
    expect(judged(words, where)).toBe(defect)
  })

  it.each([
    ['a second early', ['-n', 'root', '-V', '+20s:+1h']],
    ['a second late', ['-n', 'root', '-V', '-1h:-20s']],
    ['for ever', ['-n', 'root']],
    ['from its network', ['-n', 'root', '-O', 'source-address=198.51.100.0/24,192.0.2.0/28']],
    ['from its address', ['-n', 'root', '-O', 'source-address=192.0.2.7']],
    ['with an unknown extension', ['-n', 'root', '-O', 'extension:colour@example.org=blue']],
  ])('opens %s', (_, words) => {
    expect(judged(words)).toMatchObject({ permits: { terminal: true, forcedCommand: undefined } })
  })

  it('opens from an IPv6 network alike', () => {
    const words = ['-n', 'root', '-O', 'source-address=2001:db8:1::/48']
    expect(judged(words, { address: '2001:db8:1::9' })).toMatchObject({ verification: false })
    expect(judged(words, { address: '2001:db8:2::9' })).toBe('other_address')
    expect(judged(words)).toBe('other_address')
  })

  it('permits what it says', () => {
    expect(judged(['-n', 'root', '-O', 'clear', '-O', 'permit-pty', '-O', 'force-command=uptime -p'])).toEqual({
      permits: { terminal: true, portForwarding: false, agentForwarding: false, forcedCommand: 'uptime -p' },
      verification: false,
    })
    expect(judged(['-n', 'root', '-O', 'no-pty', '-O', 'verify-required'])).toMatchObject({
      permits: { terminal: false, portForwarding: true, agentForwarding: true },
      verification: true,
    })
  })
})

/** Options in the given order, and a signature that is none. */
function crafted(
  options: readonly (readonly [string, Buffer])[],
  principals = ['root'],
  nested = authority.blob,
): Buffer {
  const list = (names: readonly string[]) => Buffer.concat(names.map((name) => new Writer().text(name).finish()))
  const packed = Buffer.concat(options.map(([name, value]) => new Writer().text(name).bytes(value).finish()))
  const fields = key.blob.subarray(4 + 'ssh-ed25519'.length)
  const head = Buffer.concat([new Writer().text(algorithm).text('nonce').finish(), fields])
  const body = new Writer().uint32(0).uint32(5).uint32(1).text('ann').bytes(list(principals))
  body.uint32(0).uint32(0).uint32(0xffff_ffff).uint32(0xffff_ffff).bytes(packed).text('').text('')
  const signature = new Writer().text('ssh-ed25519').bytes(Buffer.alloc(64)).finish()
  return Buffer.concat([head, body.bytes(nested).bytes(signature).finish()])
}

describe('a certificate that no honest authority makes', () => {
  const nothing = Buffer.alloc(0)
  it.each([
    [
      'with options out of order',
      crafted([...(['verify-required', 'force-command'] as const).map((name) => [name, nothing] as const)]),
      'malformed',
    ],
    [
      'with an option twice',
      crafted([
        ['verify-required', nothing],
        ['verify-required', nothing],
      ]),
      'malformed',
    ],
    ['of an authority that is a certificate', crafted([], ['root'], authority.certify(key)), 'malformed'],
    ['with a NUL in a name', crafted([], ['root\0pi']), 'malformed'],
    [
      'with more names than anybody reads',
      crafted(
        [],
        Array.from({ length: 300 }, (_, i) => `n${i}`),
      ),
      'malformed',
    ],
    ['that is not signed', crafted([]), 'bad_certificate'],
  ])('%s is refused', (_, blob, problem) => {
    expect(readUserKey({ algorithm, blob })).toBe(problem)
  })

  it('with a name that only looks like another opens nothing by it', () => {
    expect(judged(['-n', '\uFEFFroot'])).toBe('other_principal')
    expect(judged(['-n', '\uFEFFroot'], { login: '\uFEFFroot' })).toHaveProperty('permits')
  })

  it('with a command of any bytes forces just that', () => {
    const bytes = Buffer.of(0x6c, 0x73, 0x20, 0xff, 0xef, 0xbb, 0xbf)
    const { certificate } = readCertificate(
      algorithm,
      'ssh-ed25519',
      crafted([['force-command', new Writer().bytes(bytes).finish()]]),
    )
    const judgement = judgeCertificate(certificate, visit)
    const command = typeof judgement === 'string' ? undefined : judgement.permits.forcedCommand
    expect(Buffer.from(bytesOfText(command ?? ''))).toEqual(bytes)
  })

  it.each([
    ['force-command', Buffer.from('not packed')],
    ['source-address', new Writer().text('192.0.2.0/33').finish()],
    ['source-address', new Writer().text('anywhere').finish()],
    ['source-address', new Writer().text('').finish()],
    ['verify-required', Buffer.of(1)],
  ])('with a %s that cannot be read demands something unknown', (name, value) => {
    const { certificate } = readCertificate(algorithm, 'ssh-ed25519', crafted([[name, value]]))
    expect(judgeCertificate(certificate, visit)).toBe('unknown_option')
  })

  it('by any change of a good one is refused without a fault', () => {
    const good = authority.certify(key, ['-n', 'root,pi', '-O', 'source-address=192.0.2.0/24', '-O', 'verify-required'])
    expect(read(good).certificate.keyId).toBe('ann')
    const change = fc.record({
      at: fc.nat(good.length - 1),
      cut: fc.nat(8),
      bytes: fc.uint8Array({ maxLength: 8 }),
    })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const changed = changes.reduce(
          (blob, { at, cut, bytes }) => Buffer.concat([blob.subarray(0, at), bytes, blob.subarray(at + cut)]),
          good,
        )
        const result = readUserKey({ algorithm, blob: changed })
        expect(typeof result === 'string' || changed.equals(good)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  it('of any bytes is refused without a fault', () => {
    const named = keyTypes.map((type) => certificateNameOf(type === 'ssh-rsa' ? 'rsa-sha2-256' : type))
    fc.assert(
      fc.property(fc.constantFrom(...named), fc.uint8Array({ maxLength: 300 }), (name, bytes) => {
        const blob = Buffer.concat([new Writer().text(name).finish(), bytes])
        expect(typeof readUserKey({ algorithm: name, blob })).toBe('string')
      }),
      { numRuns: 2000 },
    )
  })
})
