// The link beside a bare WebSocket of the same messages: `node bench/link/run.ts [rounds] [seconds]`.
// The device's end is a process of its own, under Node and under Bun; the variants alternate within one run.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkClose } from '@sshore/contract'
import { createLink, type Link, type LinkSocket, socketPair } from '@sshore/link'
import { type WebSocket, WebSocketServer } from 'ws'
import { download, type Echo, echo, echoUnderDownload, type Load, serve, summarize, upload } from './loads.ts'
import { allocate, fromWs, pause, systemClock } from './sockets.ts'

const rounds = Number(process.argv[2] ?? 3)
const forSeconds = Number(process.argv[3] ?? 2)
const keys = 200
const rawMessageBytes = 64 * 1024

const root = join(import.meta.dirname, '../..')
const bun = join(root, `node_modules/@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}/bin/bun`)
const runtimes: Record<string, string> = { node: process.execPath, bun }

interface Far extends AsyncDisposable {
  readonly socket: LinkSocket
  readonly pid: number
}

const connect = async (runtime: string, mode: string): Promise<Far> => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const connection = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
  const peer: ChildProcess = spawn(
    runtimes[runtime] ?? process.execPath,
    [join(import.meta.dirname, 'peer.ts'), `ws://127.0.0.1:${port}`, mode, String(rawMessageBytes)],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const gone = once(peer, 'exit')
  const socket = await connection
  const bridged = fromWs(socket)
  return {
    socket: bridged,
    pid: peer.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      socket.terminate()
      peer.kill('SIGKILL')
      await gone
      server.close()
    },
  }
}

/** User and system time of a process so far; see proc(5). The kernel counts in hundredths of a second. */
const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

interface Rate {
  readonly megabytesPerSecond: number
  readonly cpuSecondsPerGigabyte: number
}

/** How fast `bytes` grows, after a start that is not counted, and what both processes pay for it. */
const measure = async (pids: readonly number[], bytes: () => number): Promise<Rate> => {
  await pause(0.3)
  const cpu = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const [from, start, cpuStart] = [bytes(), performance.now(), cpu()]
  await pause(forSeconds)
  const moved = bytes() - from
  return {
    megabytesPerSecond: moved / (performance.now() - start) / 1e3,
    cpuSecondsPerGigabyte: ((cpu() - cpuStart) / moved) * 1e9,
  }
}

const linkOver = (socket: LinkSocket): Link => {
  const controller = createLink({ id: 'bench', role: 'gateway', clock: systemClock, allocate })
  controller.attach(socket, 0)
  return controller.link
}

const rawDownload = async (runtime: string): Promise<Rate> => {
  await using far = await connect(runtime, 'raw-send')
  let received = 0
  far.socket.onMessage = (message) => (received += message.length)
  return await measure([process.pid, far.pid], () => received)
}

const rawUpload = async (runtime: string): Promise<Rate> => {
  await using far = await connect(runtime, 'raw-sink')
  const message = Buffer.alloc(rawMessageBytes, 7)
  let sent = 0
  let going = true
  const pump = (): void => {
    for (; far.socket.bufferedBytes < 4_000_000; sent += message.length) far.socket.send(message)
    if (going) setImmediate(pump)
  }
  pump()
  const rate = await measure([process.pid, far.pid], () => sent)
  going = false
  return rate
}

const rawEcho = async (runtime: string): Promise<Echo> => {
  await using far = await connect(runtime, 'raw-echo')
  const samples: number[] = []
  for (let key = 0; key < keys; key += 1) {
    const typedAt = performance.now()
    const back = new Promise<void>((resolve) => (far.socket.onMessage = () => resolve()))
    far.socket.send(Buffer.from('x'))
    await back
    samples.push(performance.now() - typedAt)
    await pause(0.005)
  }
  return summarize(samples)
}

const overLink = async <T>(runtime: string, load: (link: Link) => Promise<T>): Promise<T> => {
  await using far = await connect(runtime, 'link')
  const link = linkOver(far.socket)
  const measured = await load(link)
  link.close(linkClose.ended, 'measured')
  return measured
}

const linkRate = async (runtime: string, load: (link: Link) => Load): Promise<Rate> => {
  await using far = await connect(runtime, 'link')
  const link = linkOver(far.socket)
  const running = load(link)
  const rate = await measure([process.pid, far.pid], () => running.bytes())
  running.stop()
  link.close(linkClose.ended, 'measured')
  return rate
}

const inMemory = async (load: (link: Link) => Load): Promise<Rate> => {
  const [near, far] = socketPair(setImmediate)
  const agent = createLink({ id: 'bench', role: 'agent', clock: systemClock, allocate })
  serve(agent.link)
  agent.attach(far, 0)
  const link = linkOver(near)
  const running = load(link)
  const rate = await measure([process.pid], () => running.bytes())
  link.close(linkClose.ended, 'measured')
  return rate
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const rates = new Map<string, Rate[]>()
const echoes = new Map<string, Echo[]>()
const note = <T>(into: Map<string, T[]>, name: string, value: T): void => {
  into.set(name, [...(into.get(name) ?? []), value])
}

for (let round = 0; round < rounds; round += 1) {
  note(rates, 'in memory', await inMemory(download))
  for (const runtime of Object.keys(runtimes)) {
    note(rates, `${runtime} download raw`, await rawDownload(runtime))
    note(rates, `${runtime} download link`, await linkRate(runtime, download))
    note(rates, `${runtime} upload raw`, await rawUpload(runtime))
    note(rates, `${runtime} upload link`, await linkRate(runtime, upload))
    note(echoes, `${runtime} raw, idle`, await rawEcho(runtime))
    note(echoes, `${runtime} link, idle`, await overLink(runtime, (link) => echo(link, keys)))
    note(echoes, `${runtime} link, under download`, await overLink(runtime, (link) => echoUnderDownload(link, keys)))
  }
}

console.log(`medians of ${rounds} rounds of ${forSeconds} s; raw: messages of ${rawMessageBytes / 1024} KiB over ws\n`)
const typical = (name: string): Rate | undefined => {
  const measured = rates.get(name)
  return measured?.toSorted((a, b) => a.megabytesPerSecond - b.megabytesPerSecond)[Math.floor(measured.length / 2)]
}
console.log('| throughput | MB/s | of raw | CPU s/GB, both ends | of raw |\n|---|---:|---:|---:|---:|')
for (const name of rates.keys()) {
  const rate = typical(name)
  const raw = name.endsWith('link') ? typical(name.replace(/link$/u, 'raw')) : undefined
  const share = (key: keyof Rate): string =>
    raw === undefined || rate === undefined ? '' : (rate[key] / raw[key]).toFixed(2)
  console.log(
    `| ${name} | ${rate?.megabytesPerSecond.toFixed(0)} | ${share('megabytesPerSecond')} |` +
      ` ${rate?.cpuSecondsPerGigabyte.toFixed(2)} | ${share('cpuSecondsPerGigabyte')} |`,
  )
}
console.log('\n| echo of one byte | median ms | p99 ms |\n|---|---:|---:|')
for (const [name, values] of echoes) {
  const medians = median(values.map((value) => value.medianMilliseconds))
  console.log(
    `| ${name} | ${medians.toFixed(2)} | ${median(values.map((value) => value.p99Milliseconds)).toFixed(2)} |`,
  )
}
