// P6: what the API answers for a namespace of a hundred thousand devices, on both databases.
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { type Client, createClient } from '@sshore/client'
import type { DeviceUid, FilterItem } from '@sshore/contract'
import { findRunningServer } from '@sshore/sshore'
import { newKey, randomMac, startPostgres } from '@sshore/testkit'
import { cpuSeconds } from '../measure/cpu.ts'
import { quantile } from '../measure/statistics.ts'
import { fillPostgres, fillSqlite } from '../sites/many-devices.ts'
import { type SshoreServer, startSshoreServer } from '../sites/sshore-server.ts'
import { markdownTable, type Surroundings, type Target } from './target.ts'

type Query = NonNullable<NonNullable<Parameters<Client['listDevices']>[0]>['query']>

const property = (name: string, operator: string, value: unknown): FilterItem =>
  ({ type: 'property', params: { name, operator, value } }) as FilterItem
const where = (...items: FilterItem[]): string => Buffer.from(JSON.stringify(items)).toString('base64')

const lists: Readonly<Record<string, Query>> = {
  'first page, as it comes': {},
  'page of 100, by name': { per_page: 100, sort_by: 'name', order_by: 'asc' },
  'every status, by name': { status: '', sort_by: 'name', order_by: 'asc' },
  'online first': { sort_by: 'online', order_by: 'desc' },
  'page 5,000': { page: 5000, sort_by: 'name', order_by: 'asc' },
  'name contains, some match': { filter: where(property('name', 'contains', '77')), sort_by: 'name' },
  'name contains, none matches': { filter: where(property('name', 'contains', 'zzz')), sort_by: 'name' },
  'online alone': { filter: where(property('online', 'bool', true)) },
  'offline alone': { filter: where(property('online', 'bool', false)) },
  tag: { filter: where(property('tags', 'contains', 'rack-120')) },
}

async function latencies(rounds: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds + 5; round += 1) {
    const start = performance.now()
    await call()
    // The first few find neither statement nor page in memory.
    if (round >= 5) times.push(performance.now() - start)
  }
  return times
}

async function perSecond(count: number, lanes: number, call: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const start = performance.now()
  const lane = async (): Promise<void> => {
    while (next < count) await call(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return count / ((performance.now() - start) / 1000)
}

function newRegistration(server: SshoreServer, index: number) {
  const { publicKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const info = { id: 'debian', pretty_name: 'Debian', version: '1.0.0', arch: 'amd64', platform: 'native' }
  const hostname = `new-${index}`
  return { info, hostname, identity: { mac: randomMac() }, public_key: publicKey, tenant_id: server.tenantId }
}

interface Rates {
  readonly registrations: number
  readonly heartbeatMs: number
  readonly loginsPerCore: number
}

async function uidsOf(server: SshoreServer, count: number): Promise<DeviceUid[]> {
  const uids: DeviceUid[] = []
  for (let page = 1; uids.length < count; page += 1) {
    const { body } = await server.owner.listDevices({ query: { page, per_page: 100, sort_by: 'name' } })
    uids.push(...body.map(({ uid }) => uid))
  }
  return uids
}

async function measureRates(server: SshoreServer, folder: string, quick: boolean): Promise<Rates> {
  const count = quick ? 500 : 2000
  const bodies = Array.from({ length: count }, (_, index) => newRegistration(server, index))
  const registrations = await perSecond(count, 8, async (index) => {
    const body = bodies[index]
    if (!body) throw new Error('There are fewer devices than registrations.')
    const { uid } = (await server.owner.registerDevice({ body })).body
    await server.owner.setDeviceStatus({ params: { uid, status: 'accept' } })
  })
  const transport = await findRunningServer(join(folder, 'data'))
  if (!transport) throw new Error('The server has gone.')
  const internal = createClient(transport)
  const online = await uidsOf(server, 10_000)
  const beats = await latencies(10, () => internal.reportPresence({ body: { online, offline: [] } }))
  const before = cpuSeconds(server.pid())
  const logins = quick ? 50 : 300
  await perSecond(logins, 4, () => server.owner.login({ body: { username: 'ada', password: 'correct horse' } }))
  return {
    registrations,
    heartbeatMs: quantile(beats, 0.5),
    loginsPerCore: logins / (cpuSeconds(server.pid()) - before),
  }
}

interface Figures extends Rates {
  readonly lists: Readonly<Record<string, { readonly p50: number; readonly p99: number }>>
}

async function measureOne(surroundings: Surroundings, folder: string, url: string | undefined): Promise<Figures> {
  const { quick, progress } = surroundings
  const key = await newKey(surroundings.folder)
  await using server = await startSshoreServer(folder, key.line, url === undefined ? {} : { SSHORE_DATABASE_URL: url })
  const count = 100_000
  await (url === undefined
    ? fillSqlite(join(folder, 'data'), server.tenantId, count)
    : fillPostgres(url, server.tenantId, count))
  const figures: Record<string, { p50: number; p99: number }> = {}
  for (const [name, query] of Object.entries(lists)) {
    const times = await latencies(quick ? 40 : 300, () => server.owner.listDevices({ query }))
    figures[name] = { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
    progress(`${url === undefined ? 'SQLite' : 'PostgreSQL'}, ${name}: ${JSON.stringify(figures[name])}`)
  }
  return { lists: figures, ...(await measureRates(server, folder, quick)) }
}

async function measure(surroundings: Surroundings) {
  const sqlite = await measureOne(surroundings, join(surroundings.folder, 'sqlite'), undefined)
  await using postgres = await startPostgres({ durable: true })
  const onPostgres = await measureOne(
    surroundings,
    join(surroundings.folder, 'on-postgres'),
    await postgres.createDatabase(),
  )
  const both = [sqlite, onPostgres]
  const milliseconds = (value: number | undefined): string => (value ?? Number.NaN).toFixed(1)
  const cells = (name: string) =>
    both.flatMap(({ lists: measured }) => [milliseconds(measured[name]?.p50), milliseconds(measured[name]?.p99)])
  const rate = (name: string, of: (figures: Figures) => string) => [name, ...both.map(of)]
  return {
    figures: { sqlite, postgres: onPostgres },
    lines: [
      'Lists of 100,000 devices in milliseconds, rows and total in one answer; ten rows where nothing else is said:',
      '',
      ...markdownTable(
        ['List', 'SQLite p50', 'p99', 'PostgreSQL p50', 'p99'],
        Object.keys(lists).map((name) => [name, ...cells(name)]),
      ),
      '',
      ...markdownTable(
        ['Beside the list', 'SQLite', 'PostgreSQL'],
        [
          rate('Devices registered and accepted, per second', (of) => of.registrations.toFixed(0)),
          rate('Heartbeats of 10,000 devices in one report, ms', (of) => of.heartbeatMs.toFixed(0)),
          rate('Logins per second of processor time', (of) => of.loginsPerCore.toFixed(0)),
        ],
      ),
    ],
  }
}

export const listsAndRates: Target = { id: 'P6', title: 'Lists of 100,000 devices', measure }
