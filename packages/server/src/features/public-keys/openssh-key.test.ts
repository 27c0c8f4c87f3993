import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseKeyField, parseOpenSshKey, presentKeyLine } from './openssh-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'sshore-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

function keygen(name: string, ...options: string[]): { line: string; md5: string } {
  const file = join(folder, name)
  execFileSync('ssh-keygen', ['-q', '-N', '', '-C', 'a comment', '-f', file, ...options])
  const listed = execFileSync('ssh-keygen', ['-l', '-E', 'md5', '-f', `${file}.pub`]).toString()
  return { line: readFileSync(`${file}.pub`, 'utf8'), md5: /MD5:(\S+)/.exec(listed)?.[1] ?? '' }
}

const wire = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )
const lineOf = (algorithm: string, ...parts: (string | Buffer)[]) =>
  `${algorithm} ${wire(algorithm, ...parts).toString('base64')}`

const point = (namedCurve: string): Buffer => {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' })
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
}

describe('keys made by ssh-keygen', () => {
  it.each([
    ['ed25519', ['-t', 'ed25519']],
    ['ecdsa256', ['-t', 'ecdsa', '-b', '256']],
    ['ecdsa384', ['-t', 'ecdsa', '-b', '384']],
    ['ecdsa521', ['-t', 'ecdsa', '-b', '521']],
    ['rsa', ['-t', 'rsa', '-b', '2048']],
  ])('are read as %s, with the fingerprint that ssh-keygen shows', (name, options) => {
    const { line, md5 } = keygen(name, ...options)
    const key = parseOpenSshKey(line)
    expect(key.fingerprint).toBe(md5)
    expect(key.line).toBe(line.split(' ').slice(0, 2).join(' '))
  })
})

describe('keys on a security token', () => {
  it('are read with their application', () => {
    const ed25519 = lineOf('sk-ssh-ed25519@openssh.com', Buffer.alloc(32, 7), 'ssh:')
    expect(parseOpenSshKey(ed25519).line).toBe(ed25519)
    const ecdsa = lineOf('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', point('P-256'), 'ssh:')
    expect(parseOpenSshKey(ecdsa).line).toBe(ecdsa)
    expect(() => parseOpenSshKey(lineOf('sk-ssh-ed25519@openssh.com', Buffer.alloc(32, 7)))).toThrow('damaged')
  })
})

describe('a demand in front of a key', () => {
  it('to know its user is kept for a security key, and refused for others', () => {
    const token = lineOf('sk-ssh-ed25519@openssh.com', Buffer.alloc(32, 7), 'ssh:')
    expect(parseOpenSshKey(`verify-required ${token} me@here`)).toMatchObject({
      line: `verify-required ${token}`,
      fingerprint: parseOpenSshKey(token).fingerprint,
    })
    const plain = lineOf('ssh-ed25519', Buffer.alloc(32, 7))
    expect(() => parseOpenSshKey(`verify-required ${plain}`)).toThrow('OpenSSH form')
    expect(() => parseOpenSshKey(`no-touch-required ${token}`)).toThrow('OpenSSH form')
  })
})

describe('refused with a reason', () => {
  let ed25519 = ''
  beforeAll(() => {
    ed25519 = lineOf('ssh-ed25519', Buffer.alloc(32, 7))
  })

  it('a short RSA key', () => {
    expect(() => parseOpenSshKey(keygen('short', '-t', 'rsa', '-b', '1024').line)).toThrow('1024 bits')
  })

  it('a private key', () => {
    keygen('secret', '-t', 'ed25519')
    expect(() => parseOpenSshKey(readFileSync(join(folder, 'secret'), 'utf8'))).toThrow('.pub file')
  })

  it.each([
    ['a DSA key', () => lineOf('ssh-dss', 'x'), 'no longer safe'],
    ['options in front', () => `no-pty ${ed25519}`, 'OpenSSH form'],
    ['two keys', () => `${ed25519}\n${ed25519}`, 'more than one line'],
    ['a key that is cut off', () => ed25519.slice(0, -4), 'cut off'],
    ['bytes behind the key', () => lineOf('ssh-ed25519', Buffer.alloc(32, 7), 'more'), 'damaged'],
    [
      'a point that is not on the curve',
      () => lineOf('ecdsa-sha2-nistp256', 'nistp256', Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)])),
      'damaged',
    ],
    ['a curve of another name', () => lineOf('ecdsa-sha2-nistp256', 'nistp384', point('P-384')), 'damaged'],
    ['an algorithm that the wire form denies', () => ed25519.replace('ssh-ed25519', 'ssh-rsa'), 'damaged'],
    ['an algorithm named like a property of objects', () => 'constructor AAAA', 'OpenSSH form'],
    ['nothing', () => '', 'OpenSSH form'],
  ])('%s', (_, line, reason) => {
    expect(() => parseOpenSshKey(line())).toThrow(reason)
  })

  it('what is not base64', () => {
    expect(() => parseKeyField('ssh-ed25519 AAAA')).toThrow('base64')
  })
})

it('shows a key as the base64 of its line, and reads that back', () => {
  const line = lineOf('ssh-ed25519', Buffer.alloc(32, 7))
  expect(parseKeyField(presentKeyLine(line)).line).toBe(line)
})
