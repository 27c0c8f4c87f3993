// From one engine to the other: the project `unit` goes one way, the project `postgres` the other.
import { createHash, generateKeyPairSync } from 'node:crypto'
import type { TenantId, UserId } from '@sshore/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceUid } from '../features/devices/index.ts'
import { testEngine } from '../test-database.ts'
import { newDevice, type Registration, secondServices } from '../test-device.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import type { ExportChoices } from './export-namespace.ts'
import { type ImportChoices, importNamespace } from './import-namespace.ts'
import { openTransfer, type Transfer } from './open-transfer.ts'
import { readTransfer } from './transfer-file.ts'

const held = new AsyncDisposableStack()
let source: TestServer
let target: TestServer
let from: Transfer
let to: Transfer
let registration: Registration
let uid = ''
let key = ''

const passphrase = 'carried beside the file'
const everything: ExportChoices = { withSessions: true, withPasswords: true, version: '1.2.3' }
const willing: ImportChoices = { userMap: new Map(), createUsers: true, newTenant: false, dryRun: false }

async function written(transfer: Transfer, choices: Partial<ExportChoices> = {}): Promise<string[]> {
  const lines: string[] = []
  await transfer.exportNamespace('ana', { ...everything, ...choices }, async (line) => void lines.push(line.trimEnd()))
  return lines
}

async function* feed(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

const take = (lines: readonly string[], choices: Partial<ImportChoices> = {}) =>
  to.importNamespace(feed(lines), { ...willing, ...choices })

const refusal = async (lines: readonly string[], choices: Partial<ImportChoices> = {}): Promise<string> => {
  const refused: unknown = await take(lines, choices).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'TransferRefused' })
  return String(refused)
}

const openSshLine = (): string => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const part = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  return `ssh-ed25519 ${Buffer.concat([part(Buffer.from('ssh-ed25519')), part(raw)]).toString('base64')}`
}

beforeAll(async () => {
  source = held.use(await startTestServer({}, testEngine))
  target = held.use(await startTestServer({}, testEngine === 'sqlite' ? 'postgres' : 'sqlite'))
  from = held.use(await openTransfer(source.options))
  to = held.use(await openTransfer(target.options))
  const ana = await source.signUp('ana')
  await source.signUp('bob')
  await source.internal.addMemberByName({ params: { name: 'ana' }, body: { user: 'bob', role: 'operator' } })
  registration = newDevice(ana.tenantId, { hostname: 'bench' })
  const { body: device } = await source.anonymous.registerDevice({ body: registration })
  uid = device.uid
  await ana.client.setDeviceStatus({ params: { uid: device.uid, status: 'accept' } })
  await ana.client.setDeviceTags({ params: { uid: device.uid }, body: { tags: ['left', 'right'] } })
  const data = Buffer.from(openSshLine()).toString('base64')
  await ana.client.createPublicKey({ body: { data, name: 'laptop', username: '.*', filter: { tags: ['left'] } } })
  key = (await ana.client.createApiKey({ body: { name: 'script', expires_at: 30 } })).body.id
  await ana.client.createCertificateAuthority({ body: { name: 'ours' } })
  // Two servers with their engines, while other files start theirs.
}, 60_000)
afterAll(() => held.disposeAsync())

describe('a namespace that moves', () => {
  it('leaves those behind who were invited and have not answered', async () => {
    const { client, tenant: tenantId } = await source.signIn('ana')
    const params = { tenant: tenantId as TenantId }
    const { body } = await client.inviteMember({ params, body: { email: 'guest@example.org', role: 'observer' } })
    const id = new URL(body.link).searchParams.get('user-id')
    const users = (await written(from)).filter((line) => line.includes(String(id)) || line.includes('guest@'))
    expect(users).toEqual([])
    await client.removeMember({ params: { ...params, uid: String(id) as UserId } })
  })

  it('is refused with all that is in the way, and a dry run tells that there is nothing', async () => {
    const lines = await written(from)
    const missing = await refusal(lines, { createUsers: false })
    expect(missing).toMatch(/no user ana .*\n.*no user bob /)
    const planned = await take(lines, { dryRun: true })
    expect(planned).toMatchObject({ name: 'ana', createdUsers: ['ana', 'bob'], rows: { devices: 1, device_tags: 2 } })
    await expect(target.signIn('ana')).rejects.toMatchObject({ code: 'invalid_credentials' })
  })

  it('does not come in damaged, cut short, or from a newer version', async () => {
    const lines = await written(from)
    expect(await refusal(lines.slice(0, -1))).toContain('ends too early')
    expect(await refusal(lines.map((line) => line.replace('"bench"', '"bensh"')))).toContain('checksum')
    expect(await refusal(lines.with(3, '{'))).toContain('Line 4')
    expect(await refusal(['hello'])).toContain('no file of "sshore export"')
    const [header = '', ...rest] = lines
    expect(await refusal([header.replace(/"schema":\d+/, '"schema":9999'), ...rest])).toContain('newer version')
    const sealed = await written(from, { passphrase })
    expect(await refusal(sealed, { passphrase: 'another' })).toContain('passphrase is wrong')
    expect(await refusal(sealed)).toContain('give the passphrase')
    expect((await target.internal.listAllNamespaces({})).body).toEqual([])
  })

  it('lets nobody wait while passwords are hashed', async () => {
    const lines = await written(from, { withPasswords: false })
    await using services = await secondServices(target)
    let hashes = 0
    const hash: typeof services.passwords.hash = (password) => {
      hashes += 1
      return services.passwords.hash(password)
    }
    const counting = { ...services, passwords: { ...services.passwords, hash } }
    const file = await readTransfer(feed(lines))
    const { createdUsers } = await importNamespace(counting, file, { ...willing, dryRun: true })
    expect({ hashes, createdUsers }).toEqual({ hashes: 1, createdUsers: ['ana', 'bob'] })
  })

  it('comes in whole: people, keys and devices go on as before', async () => {
    await take(await written(from, { passphrase }), { passphrase })
    const bob = await target.signIn('bob')
    expect(bob).toMatchObject({ role: 'operator' })
    const ana = await target.signIn('ana')
    const { body: devices } = await ana.client.listDevices({})
    expect(devices).toMatchObject([{ uid, name: 'bench', status: 'accepted', online: false, tags: ['left', 'right'] }])
    const { body: again } = await target.anonymous.registerDevice({ body: registration })
    expect(again).toMatchObject({ uid, status: 'accepted' })
    const byKey = await target.server.transport({ method: 'GET', path: '/api/devices', headers: { 'x-api-key': key } })
    expect(byKey.status).toBe(200)
    expect((await ana.client.listPublicKeys({})).body).toMatchObject([{ name: 'laptop', filter: { tags: ['left'] } }])
    const certified = await ana.client.issueCertificate({
      body: { public_key: openSshLine(), principals: ['root'] },
    })
    expect(certified.body.certificate).toMatch(/^ssh-ed25519-cert/)
  })

  it('is the same in the file that the new server writes', async () => {
    const comparable = (lines: readonly string[]): string[] => {
      const users = lines
        .filter((line) => line.startsWith('{"user"'))
        .map((line) => (JSON.parse(line) as { user: { id: string; username: string } }).user)
      const named = (text: string): string =>
        users.reduce((result, { id, username }) => result.replaceAll(id, username), text)
      return lines
        .slice(1, -1)
        .map(named)
        .map((line) =>
          line.replaceAll(
            /"(disconnected_at|last_seen_at|remote_addr|sealed_key|last_serial|password_hash)":("[^"]*"|\w+)/g,
            '"$1":0',
          ),
        )
        .filter((line) => !line.startsWith('{"table":"certificates"'))
        .toSorted()
    }
    expect(comparable(await written(to))).toEqual(comparable(await written(from)))
  })

  it('keeps out of the way of what is here: another name, another identifier, other users', async () => {
    const lines = await written(from)
    expect(await refusal(lines)).toMatch(/belongs to the namespace ana.*--new-tenant/)
    expect(await refusal(lines, { newTenant: true })).toMatch(/namespace ana here already.*--as/)
    expect(await refusal(lines, { newTenant: true, as: 'no good' })).toContain('3 to 30')
    const report = await take(lines, { newTenant: true, as: 'Attic' })
    expect(report).toMatchObject({ name: 'attic', createdUsers: [], skippedApiKeys: 1 })
    const moved = newDevice(report.tenantId, { ...registration, tenant_id: report.tenantId })
    const { body: device } = await target.anonymous.registerDevice({ body: moved })
    expect(device).toMatchObject({
      uid: deviceUid(registration.identity?.mac ?? '', registration.public_key, report.tenantId),
      status: 'accepted',
    })
  })

  it('makes nobody whose password could not be checked', async () => {
    const lines = (await written(from)).map((line) =>
      line.replace(/bob@example.org/, 'rob@example.org').replace(/"username":"bob"/, '"username":"rob"'),
    )
    const foreign = lines.map((line) => line.replace(/"password_hash":"[^"]*"/, '"password_hash":"$2b$12$abc"'))
    const choices = { newTenant: true, as: 'loft', dryRun: true }
    expect(await refusal(resealed(foreign), choices)).toContain('The password of rob in the file is not hashed')
    expect(await take(resealed(lines), choices)).toMatchObject({ createdUsers: ['rob'] })
  })

  it('takes nobody for somebody else', async () => {
    const lines = (await written(from, { withPasswords: false })).map((line) =>
      line.replace('bob@example.org', 'bob@elsewhere.example'),
    )
    const unsealed = resealed(lines)
    const choices = { newTenant: true, as: 'cellar' }
    expect(await refusal(unsealed, choices)).toMatch(/bob has the address bob@example.org here.*--user bob=/)
    expect(await refusal(unsealed, { ...choices, userMap: new Map([['bob', 'ana']]) })).toContain('are one here')
    await take(unsealed, { ...choices, userMap: new Map([['bob', 'bob']]) })
  })

  it('leaves private keys out without a passphrase, and sessions unless asked for', async () => {
    const lines: string[] = []
    const plain = { withSessions: false, withPasswords: false, version: '1' }
    const report = await from.exportNamespace('ana', plain, async (line) => void lines.push(line))
    expect(report.withoutKey).toEqual(['ours'])
    expect(lines.join('')).toContain('"sealed_key":null')
    expect(lines.join('')).not.toMatch(/\$argon2|"sessions"/)
    await expect(from.exportNamespace('nobody', plain, async () => {})).rejects.toMatchObject({
      code: 'namespace_not_found',
    })
  })
})

/** With an end that fits what was changed. */
function resealed(lines: readonly string[]): string[] {
  const body = lines.slice(0, -1)
  const sha256 = createHash('sha256')
    .update(`${body.join('\n')}\n`)
    .digest('hex')
  return [...body, JSON.stringify({ end: { records: body.length, sha256 } })]
}
