// A second part of P2: many logins by clients so light that most of the processor is left to the servers.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { cpuSeconds, untilChildless } from '../measure/cpu.ts'
import { median, quantile } from '../measure/statistics.ts'
import type { Hosts } from '../sites/hosts.ts'
import type { LoginOrder, LoginReport } from './login-clients.ts'
import { spentText } from './spent.ts'
import { markdownTable } from './target.ts'

/** The ways that lead to one server each, without another SSH around them. */
export const lightWays = ['sshore', 'sshd'] as const
const lightClientsAtOnce = 16

export interface LightStorm {
  readonly way: (typeof lightWays)[number]
  readonly perSecond: number
  readonly errors: readonly string[]
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
  readonly clientCpuMilliseconds: number
  readonly cpuMillisecondsPerLogin: Readonly<Record<string, number>>
}

/** The same by one process of clients that cost less than `ssh`, so that more of the processor is left to the servers. */
export async function lightStorm(hosts: Hosts, way: (typeof lightWays)[number], seconds: number): Promise<LightStorm> {
  const processes = hosts.processes(way)
  const pids = processes.map(({ pid }) => pid)
  await untilChildless(pids)
  const before = pids.map(cpuSeconds)
  const { port, user, keyPath } = hosts.address(way)
  const child = fork(join(import.meta.dirname, 'login-clients.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const order: LoginOrder = { port, username: user, keyPath, atOnce: lightClientsAtOnce, seconds }
  child.send(order)
  const [report] = (await once(child, 'message')) as [LoginReport]
  child.disconnect()
  await untilChildless(pids)
  const { milliseconds, errors } = report
  const spent = processes.map(({ name, pid }, index) => {
    const cpu = cpuSeconds(pid) - (before[index] ?? 0)
    return [name, (cpu / milliseconds.length) * 1000] as const
  })
  return {
    way,
    perSecond: milliseconds.length / report.seconds,
    errors,
    p50Milliseconds: median(milliseconds),
    p99Milliseconds: quantile(milliseconds, 0.99),
    clientCpuMilliseconds: (report.cpuSeconds / milliseconds.length) * 1000,
    cpuMillisecondsPerLogin: Object.fromEntries(spent),
  }
}

const lightCells = (done: LightStorm): string[] => [
  done.way === 'sshore' ? 'Sshore' : done.way,
  done.perSecond.toFixed(0),
  String(done.errors.length),
  ...[done.p50Milliseconds, done.p99Milliseconds].map((milliseconds) => milliseconds.toFixed(0)),
  spentText(done.cpuMillisecondsPerLogin),
  done.clientCpuMilliseconds.toFixed(1),
]

export const lightLines = (storms: readonly LightStorm[], seconds: number): string[] => [
  `The same by one process of ${lightClientsAtOnce} clients that cost less than \`ssh\`, each logging in, running \`true\` and leaving, for`,
  `${seconds} s, by curve25519:`,
  '',
  ...markdownTable(
    ['light clients', 'logins/s', 'failed', 'median ms', 'p99 ms', 'far side CPU ms each', 'clients CPU ms each'],
    storms.map(lightCells),
  ),
]
