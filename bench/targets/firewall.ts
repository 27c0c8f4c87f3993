// What a thousand firewall rules cost whoever connects: the gateway's question to the server, with rules and without.
import { join } from 'node:path'
import { type Client, createClient } from '@sshore/client'
import { type DeviceUid, features, type FirewallRuleChoices } from '@sshore/contract'
import { createServer } from '@sshore/server'
import { createLog } from '@sshore/sshore'
import { randomMac } from '@sshore/testkit'
import { generateKeyPairSync } from 'node:crypto'
import { quantile } from '../measure/statistics.ts'
import { markdownTable, type Target } from './target.ts'

const serviceToken = 'x'.repeat(32)
const password = 'correct horse'
const count = 1000

type About = Pick<FirewallRuleChoices, 'source_ip' | 'username'>

/** None of them matches, so that all are asked. */
const kinds: Readonly<Record<string, (index: number) => About>> = {
  'addresses, each once': (index) => ({
    source_ip: String.raw`198\.51\.${index >> 8}\.${index & 255}`,
    username: '.*',
  }),
  'networks, each once': (index) => ({ source_ip: String.raw`10\.${index >> 4}\.${index & 15}\.\d+`, username: '.*' }),
  'login names by 20 regexes': (index) => ({ source_ip: '.*', username: `[a-z]+-${index % 20}(x|y)` }),
  '1,000 regexes without a fixed beginning': (index) => ({ source_ip: '.*', username: `[a-z]*${index}` }),
}

async function world(folder: string) {
  const [edition] = features.firewall
  const log = createLog({ logLevel: 'error', logFormat: 'json' }, { stderr: process.stderr })
  const server = await createServer({
    ...{ dataDir: join(folder, 'data'), edition, version: '0', serviceToken, log },
    ...{ sshEndpointPort: () => 22, trustedProxies: [] },
  })
  const internal = createClient(server.transport, () => ({ authorization: `Bearer ${serviceToken}` }))
  await internal.createUser({ body: { username: 'ana', email: 'ana@example.org', password } })
  const { body: namespace } = await internal.createNamespaceFor({ body: { name: 'ana', owner: 'ana' } })
  const { body: login } = await createClient(server.transport).login({ body: { username: 'ana', password } })
  const ana = createClient(server.transport, () => ({ authorization: `Bearer ${login.token}` }))
  const { publicKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const info = { id: 'debian', pretty_name: 'Debian', version: '1.0.0', arch: 'amd64', platform: 'native' }
  const registration = { info, hostname: 'pi', identity: { mac: randomMac() }, public_key: publicKey }
  const { body: device } = await createClient(server.transport).registerDevice({
    body: { ...registration, tenant_id: namespace.tenant_id },
  })
  await ana.setDeviceStatus({ params: { uid: device.uid, status: 'accept' } })
  return { ana, internal, uid: device.uid, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

async function replaceRules(ana: Client, about: (index: number) => About): Promise<void> {
  for (;;) {
    const { body: rules } = await ana.listFirewallRules({ query: { per_page: 100 } })
    if (rules.length === 0) break
    for (const { id } of rules) await ana.deleteFirewallRule({ params: { id } })
  }
  for (let index = 0; index < count; index += 1) {
    const filter = { hostname: '.*' }
    const body = { action: 'deny', active: true, priority: index, filter, ...about(index) } as const
    await ana.createFirewallRule({ body })
  }
}

interface Asked {
  readonly firstMilliseconds: number
  readonly p50: number
  readonly p99: number
}

async function ask(internal: Client, address: DeviceUid, rounds: number): Promise<Asked> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const ip_address = `203.0.${round % 250}.9`
    const start = performance.now()
    await internal.resolveAddress({ body: { address, username: `pi-${round % 100}`, ip_address } })
    times.push(performance.now() - start)
  }
  const [firstMilliseconds = 0, ...others] = times
  const warm = others.slice(50)
  return { firstMilliseconds, p50: quantile(warm, 0.5), p99: quantile(warm, 0.99) }
}

const inMilliseconds = (milliseconds: number): string => milliseconds.toFixed(2)

export const firewall: Target = {
  id: 'firewall',
  title: 'Firewall rules: 1,000 in less than 1 ms',
  async measure({ quick, folder, progress }) {
    await using all = await world(folder)
    const { ana, internal, uid } = all
    const rounds = quick ? 300 : 2000
    progress('without rules')
    const without = await ask(internal, uid, rounds)
    const rows: string[][] = []
    const figures: Record<string, Asked> = { without }
    for (const [kind, about] of Object.entries(kinds)) {
      progress(kind)
      await replaceRules(ana, about)
      const asked = await ask(internal, uid, rounds)
      figures[kind] = asked
      const added = asked.p50 - without.p50
      const cells = [added, asked.p50, asked.p99, asked.firstMilliseconds].map(inMilliseconds)
      rows.push([kind, `**${cells[0]}**`, ...cells.slice(1)])
    }
    const lines = [
      "The gateway's question who may reach a device, answered in one process, in milliseconds; without rules it takes",
      `${inMilliseconds(without.p50)} (p99 ${inMilliseconds(without.p99)}). No rule matches, so that all are asked. The first question after a change compiles`,
      'what is new, in turns with other work.',
      '',
      ...markdownTable(['1,000 rules about', '**added at p50**', 'p50', 'p99', 'first'], rows),
    ]
    return { lines, figures }
  },
}
