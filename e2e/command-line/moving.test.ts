// A namespace moves to another server, and its device comes along without anybody touching it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Background,
  knownHostsLine,
  randomMac,
  type ServerProcess,
  ssh,
  sshore,
  type SshTarget,
  startAgentProcess,
  startServerProcess,
  until,
} from '@sshore/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSite, type Site } from '../server/server-process.ts'

const held = new AsyncDisposableStack()
let site: Site
const mac = randomMac()
let agent: Background
let present: ServerProcess

const startAgent = async (url: string): Promise<Background> =>
  held.use(
    await startAgentProcess({
      ...{ server: url, tenantId: site.tenantId, mac, hostname: 'bench' },
      dataDir: agentDir(),
    }),
  )
const agentDir = (): string => join(site.folder, 'agent')
const urlOf = ({ httpPort }: ServerProcess): string => `http://127.0.0.1:${httpPort}`

beforeAll(async () => {
  site = held.use(await createSite({ SSHORE_DRAIN_SECONDS: '1' }))
  present = site.server()
  agent = await startAgent(site.url)
  const { client } = site
  const device = await until('the agent registers', async () => {
    return (await client.listDevices({ query: { status: 'pending' } })).body[0]
  })
  await client.setDeviceStatus({ params: { uid: device.uid, status: 'accept' } })
  await until('the device answers', () => answers(present))
})
afterAll(() => held.disposeAsync())

/** With the key that was registered before anything moved. Another server has other host keys. */
async function answers(server: ServerProcess): Promise<boolean> {
  const knownHosts = join(site.folder, `known_hosts-${server.sshPort}`)
  await writeFile(knownHosts, await knownHostsLine(server.sshPort))
  const target: SshTarget = {
    ...{ port: server.sshPort, knownHosts, keys: [site.key] },
    user: `root@${site.namespace}.bench`,
  }
  return (await ssh(target, ['echo in'])).stdout === 'in\n'
}

/** Out of the data of one server, into the new data of another one. */
async function move(from: string, into: string): Promise<void> {
  const file = `${into}.sshore`
  const words = ['export', site.namespace, '--with-passwords', '--output', file, '--data-dir', from]
  expect(await sshore(words)).toMatchObject({ code: 0 })
  // A new server has its data from its first start.
  await using _first = await startServerProcess(into)
  expect(await sshore(['import', file, '--create-users', '--data-dir', into])).toMatchObject({ code: 0 })
}

it('goes on at another address with the identity that it had', async () => {
  const dataDir = join(site.folder, 'second')
  await move(site.dataDir, dataDir)
  present = held.use(await startServerProcess(dataDir))
  expect(await answers(present)).toBe(false)
  agent.kill('SIGTERM')
  await agent.ended
  agent = await startAgent(urlOf(present))
  await until('the device answers there', () => answers(present))
  expect(await answers(site.server())).toBe(false)
  const [device] = JSON.parse(
    (await sshore(['device', 'list', site.namespace, '--json', '--data-dir', dataDir])).stdout,
  ) as { uid: string }[]
  const { body: before } = await site.client.listDevices({})
  expect(before.map(({ uid }) => uid)).toEqual([device?.uid])
})

it('goes on untouched when another server takes over the address', async () => {
  const dataDir = join(site.folder, 'third')
  await move(present.dataDir, dataDir)
  const ports = { http: present.httpPort, ssh: present.sshPort }
  present.process.kill('SIGTERM')
  expect(await present.process.ended).toMatchObject({ code: 0 })
  present = held.use(await startServerProcess(dataDir, ports))
  await until('the device answers there', () => answers(present), { seconds: 60 })
  expect(agent.child.exitCode).toBeNull()
})
