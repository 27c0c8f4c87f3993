// P3: how long a keystroke takes to come back, while the device is idle and while a copy takes all it can get.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@sshore/testkit'
import { quantile } from '../measure/statistics.ts'
import { type Hosts, startHosts } from '../sites/hosts.ts'
import { markdownTable, type Surroundings, type Target } from './target.ts'

const loads = {
  idle: undefined,
  'under a download': { command: 'exec cat /dev/zero', input: '/dev/null' },
  'under an upload': { command: 'exec cat > /dev/null', input: '/dev/zero' },
} as const
type Load = keyof typeof loads
const compared = ['sshore', 'sshd', 'reverse'] as const
type Compared = (typeof compared)[number]

interface Running extends AsyncDisposable {
  readonly child: ChildProcess
}

function disposable(child: ChildProcess): Running {
  const gone = once(child, 'exit')
  return {
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** A copy between the device and the client's machine that never ends, on a connection of its own. */
function startBulk(hosts: Hosts, way: Compared, load: Load): Running | undefined {
  const wanted = loads[load]
  if (wanted === undefined) return undefined
  const input = openSync(wanted.input, 'r')
  const argv = [...hosts.options(), way, wanted.command]
  return disposable(spawn('ssh', argv, { stdio: [input, 'ignore', 'ignore'] }))
}

/** Milliseconds from typing a key to its echo by a program on the device's terminal. */
async function type(hosts: Hosts, way: Compared, keys: number): Promise<number[]> {
  const argv = [...hosts.options(), '-tt', way, 'stty raw -echo; echo ready; exec cat']
  await using session = disposable(spawn('ssh', argv, { stdio: ['pipe', 'pipe', 'ignore'] }))
  const { stdin, stdout } = session.child
  if (!stdin || !stdout) throw new Error('ssh has no pipes')
  let said = ''
  let onKey: () => void = () => undefined
  stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    onKey()
  })
  await until('the terminal is ready', () => said.includes('ready'))
  await pause(200)
  const samples: number[] = []
  for (let key = 0; key < keys; key += 1) {
    const typedAt = performance.now()
    const echoed = new Promise<void>((resolve) => (onKey = resolve))
    stdin.write('k')
    const late = AbortSignal.timeout(10_000)
    await Promise.race([echoed, once(late, 'abort').then(() => Promise.reject(new Error('a key was lost')))])
    samples.push(performance.now() - typedAt)
    await pause(10)
  }
  return samples
}

async function measure({ quick, folder, progress }: Surroundings) {
  await using hosts = await startHosts(folder)
  const rounds = quick ? 2 : 4
  const keys = 100
  const samples = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const load of ['idle', 'under a download', 'under an upload'] as const) {
      for (const way of compared) {
        await using bulk = startBulk(hosts, way, load)
        if (bulk) await pause(1000)
        const name = `${load} ${way}`
        samples.set(name, [...(samples.get(name) ?? []), ...(await type(hosts, way, keys))])
      }
    }
    progress(`round ${round + 1} of ${rounds}`)
  }
  const of = (load: Load, way: Compared, share: number): number => quantile(samples.get(`${load} ${way}`) ?? [], share)
  const rows = (['idle', 'under a download', 'under an upload'] as const).map((load) => {
    const [ours, theirs, reverse] = compared.map((way) => ({ p50: of(load, way, 0.5), p99: of(load, way, 0.99) }))
    return { load, sshore: ours, sshd: theirs, reverse }
  })
  const text = (value: number | undefined): string => value?.toFixed(2) ?? ''
  return {
    figures: { keys: rounds * keys, rows },
    lines: [
      `${rounds * keys} keys each, through one ssh that stays; the copy beside it has a connection of its own to the same device.`,
      '',
      ...markdownTable(
        [
          'echo, ms',
          'Sshore p50',
          'sshd p50',
          '`ssh -R` p50',
          'Sshore p99',
          'sshd p99',
          '`ssh -R` p99',
          '**added at p99**',
        ],
        rows.map(({ load, sshore, sshd, reverse }) => [
          load,
          ...[sshore?.p50, sshd?.p50, reverse?.p50, sshore?.p99, sshd?.p99, reverse?.p99].map(text),
          `**${text((sshore?.p99 ?? Number.NaN) - (sshd?.p99 ?? Number.NaN))}**`,
        ]),
      ),
    ],
  }
}

export const keystrokes: Target = {
  id: 'P3',
  title: 'Keystrokes: p99 at most 2 ms later than with sshd, 15 ms under a copy',
  measure,
}
