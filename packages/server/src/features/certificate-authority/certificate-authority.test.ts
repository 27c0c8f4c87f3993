import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as path } from 'node:path'
import type { Fingerprint, Role } from '@sshore/contract'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer, testPassword } from '../../test-server.ts'
import { isSourceAddress } from './source-addresses.ts'

type Member = Awaited<ReturnType<TestServer['signUp']>>

/** A folder with keys of ssh-keygen. */
function keys() {
  const folder = mkdtempSync(path(tmpdir(), 'sshore-certificates-'))
  return {
    make(name: string, ...words: string[]): string {
      execFileSync('ssh-keygen', ['-q', '-N', '', '-C', name, '-f', path(folder, name), ...words])
      return readFileSync(path(folder, `${name}.pub`), 'utf8').trim()
    },
    /** What ssh-keygen makes of a certificate. */
    show(certificate: string): string {
      const file = path(folder, 'shown-cert.pub')
      writeFileSync(file, `${certificate}\n`)
      return execFileSync('ssh-keygen', ['-L', '-f', file], {
        env: { TZ: 'UTC', PATH: '/usr/bin:/bin' },
      }).toString()
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

const create = async (member: Pick<Member, 'client'>, fields: object = {}) =>
  (await member.client.createCertificateAuthority({ body: { name: 'ours', ...fields } })).body

const issue = async (member: Pick<Member, 'client'>, public_key: string, fields: object = {}) =>
  (await member.client.issueCertificate({ body: { public_key, principals: ['root'], ...fields } })).body

/** A user who belongs to ana's namespace alone. */
async function join(stack: TestServer, role: Role) {
  const user = { username: role, email: `${role}@example.org`, password: testPassword }
  await stack.internal.createUser({ body: user })
  await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: role, role } })
  return stack.signIn(role)
}

const evaluate = async (
  stack: TestServer,
  { tenantId }: Member,
  authority: Fingerprint,
  serial: string,
  key_id = 'ana',
) =>
  (await stack.internal.evaluateCertificate({ body: { tenant_id: tenantId, authority, serial, key_id } })).body.outcome

test.each([
  ['ed25519', ['-t', 'ed25519'], 'ssh-ed25519-cert-v01@openssh.com'],
  ['ecdsa', ['-t', 'ecdsa', '-b', '384'], 'ecdsa-sha2-nistp384-cert-v01@openssh.com'],
  ['rsa', ['-t', 'rsa', '-b', '2048'], 'ssh-rsa-cert-v01@openssh.com'],
])('a certificate of an %s key is what ssh-keygen reads', async (_, words, type) => {
  await using stack = await startTestServer()
  using folder = keys()
  const ana = await stack.signUp('ana')
  const authority = await create(ana)
  const issued = await issue(ana, folder.make('key', ...words), {
    principals: ['root', 'pi'],
    source_addresses: ['192.0.2.0/24', '2001:db8::1'],
    key_id: 'laptop of ana',
    force_command: 'uptime',
    port_forwarding: false,
  })
  expect(issued).toMatchObject({ serial: '1', username: 'ana', revoked: false })
  const shown = folder.show(issued.certificate)
  for (const part of [
    `Type: ${type} user certificate`,
    issued.fingerprint.sha256,
    `Signing CA: ED25519 ${authority.sha256} (using ssh-ed25519)`,
    'Key ID: "laptop of ana"',
    'Serial: 1',
    `to ${issued.valid_before.slice(0, 19)}`,
  ]) {
    expect(shown).toContain(part)
  }
  const listed = shown.slice(shown.indexOf('Principals:')).split(/\s*\n\s*/)
  expect(listed).toEqual([
    ...['Principals:', 'root', 'pi', 'Critical Options:', 'force-command uptime'],
    ...['source-address 192.0.2.0/24,2001:db8::1', 'Extensions:', 'permit-agent-forwarding', 'permit-pty', ''],
  ])
})

test('a certificate is good until it is revoked, by number or by key id, and only in its namespace', async () => {
  await using stack = await startTestServer()
  using folder = keys()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const { fingerprint } = await create(ana)
  const key = folder.make('key')
  for (const serial of ['1', '2', '3']) expect((await issue(ana, key)).serial).toBe(serial)
  expect(await evaluate(stack, ana, fingerprint, '1')).toBe('trusted')
  expect(await evaluate(stack, bob, fingerprint, '1')).toBe('unknown_authority')
  expect(await evaluate(stack, ana, fingerprint, '4')).toBe('revoked')
  expect(await evaluate(stack, ana, fingerprint, '18446744073709551615')).toBe('revoked')

  await ana.client.revokeCertificate({ params: { fingerprint }, body: { serial: '1' } })
  const revokedOnes = async () =>
    (await ana.client.listCertificates({ query: {} })).body.map(({ serial, revoked }) => [serial, revoked])
  expect(await revokedOnes()).toEqual([
    ['3', false],
    ['2', false],
    ['1', true],
  ])
  expect(await evaluate(stack, ana, fingerprint, '1')).toBe('revoked')
  expect(await evaluate(stack, ana, fingerprint, '2')).toBe('trusted')
  await ana.client.revokeCertificate({ params: { fingerprint }, body: { key_id: 'ana' } })
  expect(await evaluate(stack, ana, fingerprint, '2')).toBe('revoked')
  expect(await revokedOnes()).toEqual([
    ['3', true],
    ['2', true],
    ['1', true],
  ])
  const listed = (await ana.client.listRevocations({ params: { fingerprint }, query: {} })).body
  expect(listed).toMatchObject([
    { serial: '', key_id: 'ana' },
    { serial: '1', key_id: '' },
  ])
})

test('the newest own authority signs, and what another has signed stays good until it is removed', async () => {
  await using stack = await startTestServer()
  using folder = keys()
  const ana = await stack.signUp('ana')
  await expect(issue(ana, folder.make('early'))).rejects.toMatchObject({ code: 'no_signing_authority' })
  const [old, line] = [await create(ana), folder.make('office')]
  const key = folder.make('key')
  const before = await issue(ana, key)
  const recent = await create(ana, { name: 'new' })
  const trusted = await create(ana, { name: 'office', public_key: line })
  const listed = (await ana.client.listCertificateAuthorities()).body
  expect(listed.map(({ name, own, signing }) => [name, own, signing])).toEqual([
    ['office', false, false],
    ['new', true, true],
    ['ours', true, false],
  ])
  expect((await issue(ana, key)).authority).toBe(recent.fingerprint)
  expect(await evaluate(stack, ana, old.fingerprint, before.serial)).toBe('trusted')
  expect(await evaluate(stack, ana, trusted.fingerprint, '99')).toBe('trusted')
  await expect(create(ana, { public_key: line })).rejects.toMatchObject({ code: 'certificate_authority_exists' })
  await ana.client.deleteCertificateAuthority({ params: { fingerprint: old.fingerprint } })
  expect(await evaluate(stack, ana, old.fingerprint, before.serial)).toBe('unknown_authority')
})

test('a namespace trusts a bounded number of authorities', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  for (let i = 0; i < 16; i += 1) await create(ana)
  await expect(create(ana)).rejects.toMatchObject({ status: 409, code: 'certificate_authority_limit' })
})

test('observers and operators certify for themselves, for listed login names, up to eight hours', async () => {
  await using stack = await startTestServer()
  using folder = keys()
  const ana = await stack.signUp('ana')
  const { fingerprint } = await create(ana, { hours_most: 100, member_principals: ['pi'] })
  const operator = await join(stack, 'operator')
  const key = folder.make('key')
  const pi = { principals: ['pi'] }
  expect((await issue(operator, key, pi)).username).toBe('operator')
  const refused = { status: 403, code: 'certificate_not_allowed' }
  await expect(issue(operator, key, { principals: ['pi', 'root'] })).rejects.toMatchObject(refused)
  await expect(issue(operator, key, { ...pi, hours: 9 })).rejects.toMatchObject(refused)
  await expect(issue(operator, key, { ...pi, user_id: ana.id })).rejects.toMatchObject(refused)
  await expect(issue(ana, key, { hours: 101 })).rejects.toMatchObject(refused)
  const long = await issue(ana, key, { hours: 100, user_id: operator.id })
  expect(long.username).toBe('operator')
  expect((await ana.client.listCertificates({ query: {} })).headers['X-Total-Count']).toBe('2')
  await issue(ana, key)
  expect((await operator.client.listCertificates({ query: {} })).headers['X-Total-Count']).toBe('2')

  await ana.client.updateCertificateAuthority({ params: { fingerprint }, body: { member_principals: [] } })
  await expect(issue(operator, key, pi)).rejects.toMatchObject(refused)
  // Whoever leaves takes the certificates along.
  expect(await evaluate(stack, ana, fingerprint, long.serial)).toBe('trusted')
  await stack.internal.removeMemberByName({ params: { name: 'ana', user: 'operator' } })
  expect(await evaluate(stack, ana, fingerprint, long.serial)).toBe('revoked')
  await expect(issue(ana, key, { user_id: operator.id })).rejects.toMatchObject({ code: 'member_not_found' })
})

test.each([
  ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----', 'unprocessable_public_key'],
  ['a key with options', 'no-pty ssh-ed25519 AAAA', 'unprocessable_public_key'],
  ['nothing that is a key', 'ssh-ed25519', 'unprocessable_public_key'],
])('%s is not certified, nor trusted', async (_, public_key, code) => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await create(ana)
  await expect(issue(ana, public_key)).rejects.toMatchObject({ code })
  await expect(create(ana, { public_key })).rejects.toMatchObject({ code })
})

test('the private key of an authority is not in the database', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await create(ana)
  await using open = await stack.openDatabase()
  const { sealed_key } = await open.database
    .selectFrom('certificate_authorities')
    .select('sealed_key')
    .executeTakeFirstOrThrow()
  expect(sealed_key).toMatch(/^s1\.[\w-]{60,}$/)
  // The first bytes of every Ed25519 key in PKCS#8.
  expect(Buffer.from(sealed_key?.slice(3) ?? '', 'base64url').includes(Buffer.from('302e0201003005', 'hex'))).toBe(
    false,
  )
})

test.each([
  ...[
    ['192.0.2.7', true],
    ['192.0.2.0/24', true],
    ['192.0.2.7/24', false],
    ['0.0.0.0/0', true],
    ['192.0.2.0/33', false],
  ],
  ...[
    ['2001:db8::/32', true],
    ['2001:db8::1/32', false],
    ['::ffff:192.0.2.0/120', true],
    ['fe80::1%eth0', false],
  ],
  ...[
    ['example.org', false],
    ['', false],
    ['192.0.2.0/024', false],
    ['192.0.2.0/24/1', false],
    ['::/0', true],
  ],
] as const)('%s is a source address: %s', (text, expected) => {
  expect(isSourceAddress(text)).toBe(expected)
})
