// P7: what recording costs whoever is recorded: terminals that say much, keystrokes, and copies of files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { features, recordingPolicies, type RecordingPolicy } from '@sshore/contract'
import { newKey, run, until } from '@sshore/testkit'
import { cpuSeconds } from '../measure/cpu.ts'
import { median, quantile } from '../measure/statistics.ts'
import { startDevice } from '../sites/device.ts'
import { startSshoreServer } from '../sites/sshore-server.ts'
import { markdownTable, type Surroundings, type Target } from './target.ts'

const mebibyte = 1024 * 1024
/** A process that spends less in that time has nothing to do. */
const idle = { seconds: 0.5, cpuSeconds: 0.02 } as const

async function startSite(folder: string) {
  await using undo = new AsyncDisposableStack()
  await chmod(folder, 0o711)
  const key = await newKey(folder)
  const server = undo.use(await startSshoreServer(folder, key.line, { SSHORE_EDITION: features.recording[0] }))
  const device = undo.use(await startDevice(server, folder))
  const user = `root@${server.namespace}.${device.name}`
  const common = [
    '-F',
    'none',
    '-i',
    key.path,
    '-o',
    'IdentitiesOnly=yes',
    '-o',
    'BatchMode=yes',
    '-o',
    'LogLevel=ERROR',
  ]
  const options = [...common, '-o', 'StrictHostKeyChecking=no', '-o', `UserKnownHostsFile=${join(folder, 'known')}`]
  const resources = undo.move()
  return {
    options,
    sshPort: server.sshPort,
    pid: () => server.pid(),
    to: `${user}@127.0.0.1`,
    async setPolicy(policy: RecordingPolicy) {
      const settings = { session_record_policy: policy }
      await server.owner.updateNamespace({ params: { tenant: server.tenantId }, body: { settings } })
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
type Site = Awaited<ReturnType<typeof startSite>>

const sshIn = ({ options, sshPort, to }: Site, words: readonly string[]) => [
  '-p',
  String(sshPort),
  ...options,
  '-tt',
  to,
  ...words,
]

interface Shown {
  readonly mebibytesPerSecond: number
  /** Processor time of the server, which gateway and recorder are parts of. */
  readonly millisecondsPerMebibyte: number
  /** Of the same, after the session: what was shown is made searchable. */
  readonly laterPerMebibyte: number
}

/** Waits until nothing is left to do for the server: processor seconds so far. */
async function untilIdle(pid: number): Promise<number> {
  for (let before = cpuSeconds(pid); ;) {
    await pause(idle.seconds * 1000)
    const now = cpuSeconds(pid)
    if (now - before < idle.cpuSeconds) return now
    before = now
  }
}

/** A text file is shown in a terminal. */
async function showing(site: Site, file: string, mebibytes: number): Promise<Shown> {
  const before = await untilIdle(site.pid())
  const child = spawn('ssh', sshIn(site, [`date +%s.%N; cat ${file}`]), { stdio: ['ignore', 'pipe', 'ignore'] })
  const startedAt = performance.now()
  child.stdout.resume()
  await once(child, 'close')
  const seconds = (performance.now() - startedAt) / 1000
  const shown = cpuSeconds(site.pid())
  // The search looks for work every two seconds.
  await pause(2500)
  const later = await untilIdle(site.pid())
  return {
    mebibytesPerSecond: mebibytes / seconds,
    millisecondsPerMebibyte: ((shown - before) * 1000) / mebibytes,
    laterPerMebibyte: ((later - shown) * 1000) / mebibytes,
  }
}

/** Milliseconds from a key to its echo. */
async function typing(site: Site, keys: number): Promise<number[]> {
  const child = spawn('ssh', sshIn(site, ['stty raw -echo; echo ready; exec cat']), {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let said = ''
  let onKey: () => void = () => undefined
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    onKey()
  })
  await until('the terminal is ready', () => said.includes('ready'))
  await pause(200)
  const samples: number[] = []
  for (let key = 0; key < keys; key += 1) {
    const echoed = new Promise<void>((resolve) => (onKey = resolve))
    const typedAt = performance.now()
    child.stdin.write('k')
    await echoed
    samples.push(performance.now() - typedAt)
    await pause(10)
  }
  child.kill('SIGKILL')
  return samples
}

async function stored(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(names.map(async (name) => stat(join(folder, name))))
  return sizes.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0)
}

async function measure({ quick, folder, memoryFolder, progress }: Surroundings) {
  await using site = await startSite(folder)
  const mebibytes = quick ? 8 : 32
  const text = join(memoryFolder, 'text')
  const line = 'drwxr-xr-x  2 root root     4096 Nov 21 17:05 a-folder-with-a-name\n'
  await writeFile(text, line.repeat((mebibytes * mebibyte) / line.length))
  const speeds = new Map<RecordingPolicy, Shown[]>()
  const echoes = new Map<RecordingPolicy, number[]>()
  const rounds = quick ? 3 : 7
  for (let round = 0; round < rounds; round += 1) {
    for (const policy of recordingPolicies) {
      await site.setPolicy(policy)
      speeds.set(policy, [...(speeds.get(policy) ?? []), await showing(site, text, mebibytes)])
      echoes.set(policy, [...(echoes.get(policy) ?? []), ...(await typing(site, 60))])
    }
    progress(`round ${round + 1} of ${rounds}`)
  }
  const copied = join(memoryFolder, 'file')
  const copyMebibytes = quick ? 64 : 512
  await writeFile(copied, Buffer.alloc(copyMebibytes * mebibyte, 'x'))
  const store = join(folder, 'data', 'recordings')
  const before = await stored(store)
  const words = ['-q', '-P', String(site.sshPort), ...site.options, copied, `${site.to}:${join(memoryFolder, 'copy')}`]
  const copy = await run('scp', words, { seconds: 300 })
  if (copy.code !== 0) throw new Error(`The copy failed: ${copy.stderr}`)
  await pause(1000)
  const copyBytes = (await stored(store)) - before
  const rows = recordingPolicies.map((policy) => {
    const keys = echoes.get(policy) ?? []
    const shown = speeds.get(policy) ?? []
    const speed = median(shown.map(({ mebibytesPerSecond }) => mebibytesPerSecond))
    const spent = median(shown.map(({ millisecondsPerMebibyte }) => millisecondsPerMebibyte))
    const later = median(shown.map(({ laterPerMebibyte }) => laterPerMebibyte))
    return { policy, speed, spent, later, p50: quantile(keys, 0.5), p99: quantile(keys, 0.99) }
  })
  const off = rows[0]?.speed ?? 1
  return {
    lines: [
      ...markdownTable(
        [
          'policy',
          'text in a terminal, MiB/s',
          'of off',
          'server CPU, ms/MiB',
          'afterwards',
          'echo p50, ms',
          'echo p99, ms',
        ],
        rows.map(({ policy, speed, spent, later, p50, p99 }) => [
          ...[
            policy,
            speed.toFixed(1),
            (speed / off).toFixed(2),
            spent.toFixed(1),
            later.toFixed(1),
            p50.toFixed(2),
            p99.toFixed(2),
          ],
        ]),
      ),
      '',
      `A copy of ${copyMebibytes} MiB by scp left ${copyBytes} bytes in the store of recordings.`,
    ],
    figures: { rows, copyMebibytes, copyBytes },
  }
}

export const recording: Target = { id: 'P7', title: 'Recording', measure }
