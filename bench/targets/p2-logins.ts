// P2: how long a whole `ssh device true` takes, and how many of them go through at a time.
import { setTimeout as pause } from 'node:timers/promises'
import { run } from '@sshore/testkit'
import { cpuSeconds, untilChildless } from '../measure/cpu.ts'
import { median, quantile } from '../measure/statistics.ts'
import { type Hosts, startHosts, type Way, ways } from '../sites/hosts.ts'
import { markdownTable, type Surroundings, type Target } from './target.ts'

const clientsAtOnce = 8

async function login(hosts: Hosts, way: Way): Promise<{ milliseconds: number; error: string | undefined }> {
  const startedAt = performance.now()
  const { code, signal, stderr } = await run('ssh', [...hosts.options(), way, 'true'])
  const milliseconds = performance.now() - startedAt
  return { milliseconds, error: code === 0 ? undefined : `exit ${code ?? signal}: ${stderr.trim()}` }
}

interface Storm {
  readonly logins: number
  readonly perSecond: number
  readonly errors: readonly string[]
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
  /** Of the far side alone, the started shell included. */
  readonly cpuMillisecondsPerLogin: number
}

/** Clients that log in again as soon as they are done, for so many seconds. */
async function storm(hosts: Hosts, way: Way, seconds: number): Promise<Storm> {
  const pids = hosts.processes(way).map(({ pid }) => pid)
  await untilChildless(pids)
  const spent = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const [startedAt, cpuBefore] = [performance.now(), spent()]
  const times: number[] = []
  const errors: string[] = []
  const client = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1000) {
      const { milliseconds, error } = await login(hosts, way)
      if (error === undefined) times.push(milliseconds)
      else errors.push(error)
    }
  }
  await Promise.all(Array.from({ length: clientsAtOnce }, client))
  const took = (performance.now() - startedAt) / 1000
  await untilChildless(pids)
  return {
    logins: times.length,
    perSecond: times.length / took,
    errors,
    p50Milliseconds: median(times),
    p99Milliseconds: quantile(times, 0.99),
    cpuMillisecondsPerLogin: ((spent() - cpuBefore) / times.length) * 1000,
  }
}

async function measure({ quick, folder, progress }: Surroundings) {
  await using hosts = await startHosts(folder)
  const rounds = quick ? 20 : 100
  const seconds = quick ? 5 : 30
  const times: Record<Way, number[]> = { sshore: [], sshd: [], jump: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) {
      const { milliseconds, error } = await login(hosts, way)
      if (error !== undefined) throw new Error(`The login through ${way} failed: ${error}`)
      times[way].push(milliseconds)
    }
  }
  progress(`one at a time: ${ways.map((way) => `${way} ${median(times[way]).toFixed(1)} ms`).join(', ')}`)
  const storms: Partial<Record<Way, Storm>> = {}
  for (const way of ways) {
    const done = await storm(hosts, way, seconds)
    storms[way] = done
    progress(`${way}: ${done.perSecond.toFixed(0)} logins/s, ${done.errors.length} errors ${done.errors[0] ?? ''}`)
    await pause(500)
  }
  const names: Record<Way, string> = { sshore: 'Sshore', sshd: 'sshd', jump: '`ssh -J`' }
  const figures = { clientsAtOnce, seconds, times, storms }
  const base = median(times.sshd)
  const rows = ways.map((way) => {
    const done = storms[way]
    return [
      names[way],
      `${median(times[way]).toFixed(1)}`,
      `**${(median(times[way]) / base).toFixed(2)}**`,
      `${quantile(times[way], 0.99).toFixed(1)}`,
      `${done?.perSecond.toFixed(0)}`,
      `${done?.errors.length} of ${(done?.logins ?? 0) + (done?.errors.length ?? 0)}`,
      `${done?.p99Milliseconds.toFixed(0)}`,
      `${done?.cpuMillisecondsPerLogin.toFixed(1)}`,
    ]
  })
  return {
    figures,
    lines: [
      `One at a time: ${rounds} rounds. Many: ${clientsAtOnce} clients that log in again at once, for ${seconds} s, on the same cores.`,
      '',
      ...markdownTable(
        ['`ssh … true`', 'median ms', '**of sshd**', 'p99 ms', 'many: logins/s', 'failed', 'p99 ms', 'far side CPU ms each'],
        rows,
      ),
    ],
  }
}

export const logins: Target = { id: 'P2', title: 'Logins: at most 1.3 times sshd; many without an error', measure }
