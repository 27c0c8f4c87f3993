import { expect, test } from 'vitest'
import {
  enrolmentLink,
  fromBase32,
  hotp,
  matchingStep,
  newRecoveryCode,
  newSecret,
  stepAt,
  toBase32,
} from './one-time-code.ts'

const ascii = (length: number): Buffer => Buffer.from('1234567890'.repeat(7).slice(0, length))

test('makes the codes of RFC 4226, appendix D', () => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
  expect(codes.map((_, counter) => hotp(ascii(20), counter))).toEqual(codes)
})

test.each([
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
])('makes the codes of RFC 6238, appendix B, at %d s', (seconds, sha1, sha256, sha512) => {
  const step = stepAt(seconds * 1000)
  expect(hotp(ascii(20), step, 8, 'sha1')).toBe(sha1)
  expect(hotp(ascii(32), step, 8, 'sha256')).toBe(sha256)
  expect(hotp(ascii(64), step, 8, 'sha512')).toBe(sha512)
})

test('takes the code of one step before and one after, and of no other', () => {
  const secret = ascii(20)
  const now = 1_111_111_111_000
  const taken = [-2, -1, 0, 1, 2].map((aside) => matchingStep(secret, hotp(secret, stepAt(now) + aside), now))
  expect(taken).toEqual([undefined, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, undefined])
  expect(matchingStep(secret, '', now)).toBeUndefined()
  expect(matchingStep(secret, '١٢٣٤٥٦', now)).toBeUndefined()
})

test('takes no step that is used up', () => {
  const secret = ascii(20)
  const now = 1_111_111_111_000
  const step = stepAt(now)
  expect(matchingStep(secret, hotp(secret, step), now, step)).toBeUndefined()
  expect(matchingStep(secret, hotp(secret, step - 1), now, step)).toBeUndefined()
  expect(matchingStep(secret, hotp(secret, step + 1), now, step)).toBe(step + 1)
})

test('writes base32 as RFC 4648, section 10, and reads it back', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  }
  for (const [text, written] of Object.entries(vectors)) {
    expect(toBase32(Buffer.from(text))).toBe(written)
    expect(fromBase32(written).toString()).toBe(text)
  }
})

test('secrets and recovery codes are random, in the form that clients know', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newRecoveryCode()).toMatch(/^[A-Z2-7]{16}$/)
  expect(new Set(Array.from({ length: 100 }, newRecoveryCode)).size).toBe(100)
})

test('the link says all that an authenticator app needs, with names that cannot break out of it', () => {
  const url = new URL(enrolmentLink('Sshore a/b', 'ana?&@example.org', 'ABC'))
  expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(url.pathname)).toBe('/Sshore a/b:ana?&@example.org')
  const parameters = { secret: 'ABC', issuer: 'Sshore a/b', algorithm: 'SHA1', digits: '6', period: '30' }
  expect(Object.fromEntries(url.searchParams)).toEqual(parameters)
})
