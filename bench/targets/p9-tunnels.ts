// P9: an HTTP tunnel beside nginx's proxy_pass, to the same service.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { features } from '@sshore/contract'
import { background, freePort, newKey, run, startNginx, until } from '@sshore/testkit'
import { cpuSeconds } from '../measure/cpu.ts'
import { median } from '../measure/statistics.ts'
import { startDevice } from '../sites/device.ts'
import { startSshoreServer } from '../sites/sshore-server.ts'
import { markdownTable, type Surroundings, type Target } from './target.ts'

const domain = 'tunnels.test'
const connections = 16

interface Way {
  readonly name: string
  readonly url: string
  readonly host: string
  /** On the way from the client to the service. */
  readonly processes: readonly number[]
}

interface Load {
  readonly perSecond: number
  readonly p99: number
  readonly microsecondsEach: number
}

const milliseconds = (text: string, unit: string): number =>
  Number(text) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)

async function load({ url, host, processes }: Way, seconds: number): Promise<Load> {
  const spent = () => processes.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const before = spent()
  const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', `Host: ${host}`, url]
  const { stdout, stderr, code } = await run('wrk', words, { seconds: seconds + 30 })
  const cpu = spent() - before
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  if (code !== 0 || /Non-2xx|Socket errors/.test(stdout) || !(perSecond > 0)) {
    throw new Error(`The load did not go through: ${stdout}${stderr}`)
  }
  return { perSecond, p99: milliseconds(p99, unit), microsecondsEach: (cpu / requests) * 1e6 }
}

/** Workers do nginx's work. */
async function workersOf(pid: number): Promise<number[]> {
  const { stdout } = await run('pgrep', ['-P', String(pid)])
  return stdout.trim().split('\n').map(Number)
}

async function services(folder: string, undo: AsyncDisposableStack) {
  const www = join(folder, 'www')
  await mkdir(www)
  await writeFile(join(www, 'index.html'), `<!doctype html>${'<p>some text of a page</p>'.repeat(38)}`)
  const page = undo.use(
    await startNginx(folder, (port) => `server { listen 127.0.0.1:${port}; root ${www}; access_log off; }`),
  )
  const port = await freePort()
  undo.use(background(process.execPath, [join(import.meta.dirname, '../sites/http-service-main.ts'), String(port)]))
  await until('the service answers', () =>
    fetch(`http://127.0.0.1:${port}/`)
      .then(() => true)
      .catch(() => false),
  )
  return { 'JSON of a Node program': port, 'a page of 1 KB from nginx': page.port }
}

async function measure({ quick, folder, progress }: Surroundings) {
  await using undo = new AsyncDisposableStack()
  const key = await newKey(folder)
  const settings = {
    SSHORE_EDITION: features.tunnels[0],
    SSHORE_TUNNELS_DOMAIN: domain,
    // With an access log on either side.
    SSHORE_LOG_LEVEL: 'info',
  }
  const server = undo.use(await startSshoreServer(folder, key.line, settings))
  const device = undo.use(await startDevice(server, folder))
  const rows: string[][] = []
  const figures: Record<string, unknown> = {}
  for (const [service, port] of Object.entries(await services(folder, undo))) {
    const body = { host: '127.0.0.1', port, ttl: -1 }
    const params = { uid: device.uid }
    const { body: tunnel } = await server.owner.createTunnel({ params, body })
    const plain = undo.use(
      await startNginx(
        folder,
        (own) => `server { listen 127.0.0.1:${own}; location / { proxy_pass http://127.0.0.1:${port}; } }`,
      ),
    )
    const keeping = undo.use(
      await startNginx(
        folder,
        (own) =>
          `upstream service { server 127.0.0.1:${port}; keepalive 32; } server { listen 127.0.0.1:${own}; location / {` +
          ' proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; } }',
      ),
    )
    const nginx = (name: string, { port: own }: { port: number }, processes: number[]): Way => ({
      ...{ name, url: `http://127.0.0.1:${own}/`, host: 'localhost', processes },
    })
    const ways: readonly Way[] = [
      { name: 'tunnel', url: server.url, host: tunnel.full_address, processes: [server.pid(), device.pid] },
      nginx('proxy_pass', plain, await workersOf(plain.process.pid)),
      nginx('proxy_pass, connections kept', keeping, await workersOf(keeping.process.pid)),
    ]
    const loads = new Map<string, Load[]>()
    const rounds = quick ? 3 : 7
    for (const way of ways) await load(way, 1)
    for (let round = 0; round < rounds; round += 1) {
      for (const way of ways) loads.set(way.name, [...(loads.get(way.name) ?? []), await load(way, quick ? 2 : 5)])
      progress(`${service}: round ${round + 1} of ${rounds}`)
    }
    const of = (name: string, what: keyof Load): number => median((loads.get(name) ?? []).map((one) => one[what]))
    for (const { name } of ways) {
      const ratio = (what: keyof Load, than = 'proxy_pass') => (of('tunnel', what) / of(than, what)).toFixed(2)
      rows.push([
        ...[`${service}: ${name}`, of(name, 'perSecond').toFixed(0)],
        name === 'tunnel' ? '' : `**${ratio('perSecond', name)}**`,
        of(name, 'p99').toFixed(2),
        name === 'tunnel' ? '' : `**${ratio('p99', name)}**`,
        of(name, 'microsecondsEach').toFixed(0),
      ])
    }
    figures[service] = Object.fromEntries(loads)
  }
  return {
    lines: [
      `${connections} connections of wrk, which stay open; medians of alternating rounds. The tunnel is gateway and agent, so that`,
      'what is measured passes two processes and a link where nginx is one process.',
      '',
      ...markdownTable(
        ['to the same service', 'requests/s', '**tunnel : this**', 'p99 ms', '**tunnel : this**', 'CPU µs each'],
        rows,
      ),
    ],
    figures,
  }
}

export const tunnels: Target = {
  id: 'P9',
  title: 'HTTP tunnels: at least 0.7 of proxy_pass, p99 at most twice',
  measure,
}
