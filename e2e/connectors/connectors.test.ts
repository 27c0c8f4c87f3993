// Connectors: the server itself follows engines, by TLS with client certificates and by a local socket.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { editions } from '@sshore/contract'
import {
  type ContainerEngine,
  createStack,
  remote,
  scp,
  type SeededNamespace,
  sftp,
  sha256,
  ssh,
  sshInBackground,
  type SshTarget,
  sshWords,
  type Stack,
  terminalSession,
  until,
} from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accepted, openEngine, registered } from './with-engine.ts'

const held = new AsyncDisposableStack()
const opened = await openEngine('docker', 'db')
if (opened) held.use(opened)
const engine = (): ContainerEngine => {
  if (!opened) throw new Error('There is no engine.')
  return opened
}
let stack: Stack
let namespace: SeededNamespace
let key: { readonly path: string; readonly line: string }

const target = (name: string, login = 'root', more: Partial<SshTarget> = {}): SshTarget =>
  stack.target(`${login}@${namespace.name}.${name}`, { keys: [key.path], ...more })
const pem = (file: string) => readFile(join(engine().certificates, file), 'utf8')
const tls = async (prefix = '') => ({
  ca: await pem('ca.pem'),
  cert: await pem(`${prefix}cert.pem`),
  key: await pem(`${prefix}key.pem`),
})
const byTls = async (more: object = {}) => ({
  enable: true,
  secure: true,
  address: '127.0.0.1',
  port: engine().tlsPort,
  tls: await tls(),
  ...more,
})

describe.runIf(opened)('an engine that the server follows', () => {
  beforeAll(async () => {
    stack = held.use(
      await createStack({
        config: { edition: editions[1], connectorAllowPrivate: 'true', connectorSockets: [engine().socket] },
      }),
    )
    namespace = await stack.seed.namespace()
    key = await stack.newKey()
    await stack.seed.publicKey(namespace, key.line)
  })
  afterAll(() => held.disposeAsync())

  test('is connected by TLS, says what it is, and shows its containers', async () => {
    const { client } = namespace.owner
    const { body } = await client.createConnector({ body: await byTls() })
    expect(body).toMatchObject({ status: { State: true, state: 'connected' }, tls: { key: '' } })
    const info = (await client.getConnectorInfo({ params: { uid: body.uid } })).body
    expect(info).toMatchObject({ Containers: 1, ServerVersion: expect.any(String) })
    const container = await accepted(namespace, 'db')
    expect(container).toMatchObject({
      info: { platform: 'connector', pretty_name: 'sshore-test' },
      remote_addr: '127.0.0.1',
    })
    expect(await databaseText()).toContain('BEGIN CERTIFICATE')
    expect(await databaseText()).not.toContain('PRIVATE KEY')
  })

  test('runs commands and shells in containers', async () => {
    const ran = await ssh(target('db', 'ann'), ['id -un; cat; echo wrong >&2; exit 7'], { stdin: 'typed\n' })
    expect(ran).toMatchObject({ code: 7, stdout: 'ann\ntyped\n', stderr: 'wrong\n' })
    const asked = await ssh({ ...target('db', 'ann'), keys: [], password: 'secret-1' }, ['id -un'])
    expect(asked).toMatchObject({ code: 0, stdout: 'ann\n' })
    await using terminal = await terminalSession(sshWords(target('db')), { columns: 91, rows: 29 })
    await terminal.shows(/# $|#$/m)
    await terminal.type('stty size\n')
    await terminal.shows(/29 91/)
    await terminal.resize(70, 20)
    await terminal.type('sleep 0.2; stty size\n')
    await terminal.shows(/^20 70$/m)
  })

  test('carries files both ways', async () => {
    const here = join(stack.folder, 'here.bin')
    const bytes = Buffer.alloc(2_000_001, Buffer.from(crypto.getRandomValues(new Uint8Array(65_521))))
    await writeFile(here, bytes)
    expect(await scp(target('db'), [here, remote(target('db'), 'there.bin')])).toMatchObject({ code: 0 })
    expect((await ssh(target('db'), ['sha256sum < /root/there.bin'])).stdout).toContain(sha256(bytes))
    const told = await sftp(target('db'), `get there.bin ${here}.back\nls -l there.bin\nrm there.bin`)
    expect(told).toMatchObject({ code: 0 })
    expect(sha256(await readFile(`${here}.back`))).toBe(sha256(bytes))
  })

  test('says which certificate is wrong', async () => {
    const { client } = namespace.owner
    const message = async (more: object) => {
      const { body } = await client.createConnector({ body: await byTls(more) })
      await client.deleteConnector({ params: { uid: body.uid } })
      return body.status.Message
    }
    expect(await message({ tls: { ...(await tls()), ca: await pem('other-ca.pem') } })).toContain(
      'its certificate was not issued by the certificate authority given here',
    )
    expect(
      await message({ tls: await tls('other-').then(async (other) => ({ ...other, ca: await pem('ca.pem') })) }),
    ).toContain('it does not accept the client certificate given here')
    expect(await message({ secure: false })).toMatch(/not an engine|client sent an HTTP request/i)
    expect(await message({ address: 'localhost' })).toContain('its certificate is for another host')
  })

  test('keeps its containers the same devices when it is changed, and lets them go when it is switched off', async () => {
    const { client } = namespace.owner
    const [connector] = (await client.listConnectors()).body
    if (!connector) throw new Error('There is no connector.')
    const { uid } = connector
    const before = await registered(namespace, 'db')
    const inside = sshInBackground(target('db'), ['echo here; sleep 100'])
    await inside.says(/here/)
    await client.updateConnector({ params: { uid }, body: { enable: false } })
    expect((await inside.ended).code).toBe(255)
    expect(inside.stderr()).toContain('the connector was switched off')
    const online = async () => (await client.getContainer({ params: { uid: before.uid } })).body.online
    await until('it is offline', async () => !(await online()))
    const socket = { enable: true, secure: false, address: `unix://${engine().socket}` }
    expect((await client.updateConnector({ params: { uid }, body: socket })).body.status).toMatchObject({ State: true })
    await until('it is back', online)
    expect(await ssh(target('db'), ['echo again'])).toMatchObject({ code: 0, stdout: 'again\n' })
  })

  test('registers a container anew that somebody has removed', async () => {
    const { client } = namespace.owner
    const { uid } = await registered(namespace, 'db')
    const inside = sshInBackground(target('db'), ['echo here; sleep 100'])
    await inside.says(/here/)
    await client.removeContainer({ params: { uid } })
    expect((await inside.ended).code).not.toBe(0)
    await until('it waits to be accepted', async () => (await registered(namespace, 'db')).status === 'pending')
    await accepted(namespace, 'db')
    // It counts as online from its registration on, a moment before its link is there.
    const again = () => ssh(target('db'), ['echo again'])
    await until('it can be reached', async () => (await again()).code === 0)
    expect(await again()).toMatchObject({ code: 0, stdout: 'again\n' })
  })

  test('comes back after a restart, and says so in its status', async () => {
    const { client } = namespace.owner
    const status = async () => (await client.listConnectors()).body[0]?.status
    await engine().stop()
    await until('its status says so', async () => (await status())?.state === 'failed')
    expect((await status())?.Message).toMatch(/cannot be reached|closed/)
    await engine().restart()
    await engine().command('start', 'db')
    await until('it is connected', async () => (await status())?.state === 'connected', { seconds: 60 })
    const { uid } = await registered(namespace, 'db')
    await until('it is back', async () => (await client.getContainer({ params: { uid } })).body.online)
    expect(await ssh(target('db'), ['echo again'])).toMatchObject({ code: 0, stdout: 'again\n' })
  })
})

/** All that the database holds, as text. */
async function databaseText(): Promise<string> {
  const read = (name: string) => readFile(join(stack.folder, 'server', name), 'latin1').catch(() => '')
  return (await read('sshore.db')) + (await read('sshore.db-wal'))
}
