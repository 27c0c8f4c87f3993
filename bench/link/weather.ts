// The link over lines that are long and thin, through the weather proxy: `node bench/link/weather.ts [seconds]`.
// How much of the line one stream fills, and what a keystroke beside it costs over the round trip.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { linkClose } from '@sshore/contract'
import { createLink, type Link } from '@sshore/link'
import { createWeather } from '@sshore/testkit'
import { type WebSocket, WebSocketServer } from 'ws'
import { download, type Echo, echo, echoUnderDownload, type Load, upload } from './loads.ts'
import { allocate, fromWs, pause, systemClock } from './sockets.ts'

const forSeconds = Number(process.argv[2] ?? 10)
const keys = 150
/** How long a stream may take to find out what the line holds. */
const startSeconds = 5
const megabit = 125_000

const lines = [
  { name: '100 Mbit/s, 20 ms', megabits: 100, roundTripMilliseconds: 20 },
  { name: '100 Mbit/s, 100 ms', megabits: 100, roundTripMilliseconds: 100 },
  { name: '100 Mbit/s, 300 ms', megabits: 100, roundTripMilliseconds: 300 },
  { name: '10 Mbit/s, 50 ms', megabits: 10, roundTripMilliseconds: 50 },
] as const

interface Line {
  readonly megabits: number
  readonly roundTripMilliseconds: number
}

/** Hands over a link whose device is a process of its own, behind this line. */
async function over<T>(line: Line, load: (link: Link) => Promise<T>): Promise<T> {
  await using undo = new AsyncDisposableStack()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  undo.defer(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  const weather = undo.use(
    await createWeather({
      port: typeof address === 'object' && address !== null ? address.port : 0,
      line: { latencyMilliseconds: line.roundTripMilliseconds / 2, bytesPerSecond: line.megabits * megabit },
    }),
  )
  const connected = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
  const argv = [join(import.meta.dirname, 'peer.ts'), `ws://127.0.0.1:${weather.port}`, 'link', '0']
  const peer = spawn(process.execPath, argv, { stdio: ['ignore', 'inherit', 'inherit'] })
  undo.defer(async () => {
    const gone = once(peer, 'exit')
    peer.kill('SIGKILL')
    await gone
  })
  const socket = await connected
  undo.defer(() => socket.terminate())
  const controller = createLink({ id: 'bench', role: 'gateway', clock: systemClock, allocate })
  controller.attach(fromWs(socket), 0)
  const measured = await load(controller.link)
  controller.link.close(linkClose.ended, 'measured')
  return measured
}

/** Share of the line that one stream fills once it knows it. */
const share = (line: Line, load: (link: Link) => Load): Promise<number> =>
  over(line, async (link) => {
    const running = load(link)
    await pause(startSeconds)
    const [from, start] = [running.bytes(), performance.now()]
    await pause(forSeconds)
    const bytesPerSecond = ((running.bytes() - from) / (performance.now() - start)) * 1000
    running.stop()
    return bytesPerSecond / (line.megabits * megabit)
  })

const cells = (idle: Echo, busy: Echo): string => {
  const added = (part: keyof Echo): string => (busy[part] - idle[part]).toFixed(1)
  return `${idle.medianMilliseconds.toFixed(1)} | ${added('medianMilliseconds')} | ${added('p99Milliseconds')}`
}

console.log(
  '| line, round trip | one stream down | one stream up | key idle, median ms | added under a download, median ms | p99 ms |',
)
console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
for (const { name, ...line } of lines) {
  const down = await share(line, download)
  const up = await share(line, upload)
  const idle = await over(line, (link) => echo(link, keys))
  const busy = await over(line, (link) => echoUnderDownload(link, keys))
  console.log(`| ${name} | ${(down * 100).toFixed(0)} % | ${(up * 100).toFixed(0)} % | ${cells(idle, busy)} |`)
}
