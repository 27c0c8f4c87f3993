// P2: how long a whole `ssh device true` takes, and how many of them go through at a time.
import { setTimeout as pause } from 'node:timers/promises'
import { run } from '@sshore/testkit'
import { cpuSeconds, untilChildless } from '../measure/cpu.ts'
import { median, quantile } from '../measure/statistics.ts'
import { type Hosts, startHosts, type Way, ways } from '../sites/hosts.ts'
import { type LightStorm, lightLines, lightStorm, lightWays } from './light-logins.ts'
import { spentText } from './spent.ts'
import { markdownTable, type Surroundings, type Target } from './target.ts'

const clientsAtOnce = 8

/** With what client and server choose by themselves, and with the same key exchange for all. */
const exchanges = [undefined, 'curve25519'] as const
type Exchange = (typeof exchanges)[number]

async function login(
  hosts: Hosts,
  way: Way,
  exchange: Exchange,
): Promise<{ milliseconds: number; error: string | undefined }> {
  const startedAt = performance.now()
  const { code, signal, stderr } = await run('ssh', [...hosts.options(exchange), way, 'true'])
  const milliseconds = performance.now() - startedAt
  return { milliseconds, error: code === 0 ? undefined : `exit ${code ?? signal}: ${stderr.trim()}` }
}

interface Storm {
  readonly logins: number
  readonly perSecond: number
  readonly errors: readonly string[]
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
  /** By process on the far side, what it started included. */
  readonly cpuMillisecondsPerLogin: Readonly<Record<string, number>>
}

/** Clients that log in again as soon as they are done, for so many seconds. */
async function storm(hosts: Hosts, way: Way, exchange: Exchange, seconds: number): Promise<Storm> {
  const processes = hosts.processes(way)
  const pids = processes.map(({ pid }) => pid)
  await untilChildless(pids)
  const before = pids.map(cpuSeconds)
  const startedAt = performance.now()
  const times: number[] = []
  const errors: string[] = []
  const client = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1000) {
      const { milliseconds, error } = await login(hosts, way, exchange)
      if (error === undefined) times.push(milliseconds)
      else errors.push(error)
    }
  }
  await Promise.all(Array.from({ length: clientsAtOnce }, client))
  const took = (performance.now() - startedAt) / 1000
  await untilChildless(pids)
  const spent = processes.map(({ name, pid }, index) => {
    const seconds = cpuSeconds(pid) - (before[index] ?? 0)
    return [name, (seconds / times.length) * 1000] as const
  })
  return {
    logins: times.length,
    perSecond: times.length / took,
    errors,
    p50Milliseconds: median(times),
    p99Milliseconds: quantile(times, 0.99),
    cpuMillisecondsPerLogin: Object.fromEntries(spent),
  }
}

interface Row {
  readonly way: Way
  readonly exchange: Exchange
  readonly times: number[]
  storm: Storm | undefined
}

const names: Record<Way, string> = { sshore: 'Sshore', sshd: 'sshd', jump: '`ssh -J`', reverse: '`ssh -R`' }

function cells({ way, exchange, times, storm: done }: Row, sshd: readonly number[]): string[] {
  if (!done) return []
  return [
    `${names[way]}${exchange === undefined ? '' : ', curve25519 forced'}`,
    median(times).toFixed(1),
    `**${(median(times) / median(sshd)).toFixed(2)}**`,
    quantile(times, 0.99).toFixed(1),
    done.perSecond.toFixed(0),
    `${done.errors.length} of ${done.logins + done.errors.length}`,
    done.p99Milliseconds.toFixed(0),
    spentText(done.cpuMillisecondsPerLogin),
  ]
}

async function measure({ quick, folder, progress }: Surroundings) {
  await using hosts = await startHosts(folder, 'plain')
  const rounds = quick ? 10 : 40
  const seconds = quick ? 4 : 20
  const rows = exchanges.flatMap((exchange) => ways.map((way): Row => ({ way, exchange, times: [], storm: undefined })))
  for (let round = 0; round < rounds; round += 1) {
    for (const { way, exchange, times } of rows) {
      const { milliseconds, error } = await login(hosts, way, exchange)
      if (error !== undefined) throw new Error(`The login through ${way} failed: ${error}`)
      times.push(milliseconds)
    }
  }
  progress('logins one at a time are done')
  for (const row of rows) {
    row.storm = await storm(hosts, row.way, row.exchange, seconds)
    const { perSecond, errors } = row.storm
    progress(`${row.way}: ${perSecond.toFixed(0)} logins/s, ${errors.length} errors ${errors[0] ?? ''}`)
    await pause(500)
  }
  const light: LightStorm[] = []
  // The first logins of a server are the slowest.
  for (const way of lightWays) await lightStorm(hosts, way, 2)
  for (const way of lightWays) {
    const done = await lightStorm(hosts, way, seconds)
    light.push(done)
    progress(
      `light clients, ${way}: ${done.perSecond.toFixed(0)} logins/s, ${done.errors.length} errors ${done.errors[0] ?? ''}`,
    )
  }
  const sshdTimes = (exchange: Exchange): readonly number[] =>
    rows.find((row) => row.way === 'sshd' && row.exchange === exchange)?.times ?? []
  return {
    figures: { clientsAtOnce, seconds, rows, light },
    lines: [
      `One at a time: ${rounds} rounds. Many: ${clientsAtOnce} clients that log in again at once, for ${seconds} s, on the same cores.`,
      '',
      ...markdownTable(
        [
          '`ssh … true`',
          'median ms',
          '**of sshd**',
          'p99 ms',
          'many: logins/s',
          'failed',
          'p99 ms',
          'far side CPU ms each',
        ],
        rows.map((row) => cells(row, sshdTimes(row.exchange))),
      ),
      '',
      'By itself, OpenSSH 9 agrees with both servers on a post-quantum key exchange (sntrup761x25519-sha512); the lower rows',
      'do without: the difference is its price.',
      '',
      ...lightLines(light, seconds),
    ],
  }
}

export const logins: Target = { id: 'P2', title: 'Logins: at most 1.3 times sshd; many without an error', measure }
