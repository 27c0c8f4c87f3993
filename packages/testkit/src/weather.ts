// A TCP proxy that behaves like a bad network: slow, thin, jittery; it stands still, breaks, loses connections without
// a word, changes addresses, and brings what an old connection said after a new one has spoken.
import { connect, createServer, type Socket } from 'node:net'
import { type Line, WeatherLane } from './weather-lane.ts'

export type { Line } from './weather-lane.ts'

export interface Weather extends AsyncDisposable {
  readonly port: number
  /** Source addresses and ports, as the target saw them, of all connections so far. */
  readonly sources: readonly string[]
  /** From now on, for what is not on its way yet. */
  set(line: Partial<Line>): void
  /** Connections stay and nothing moves, until `restore` lets it go on where it stood. */
  stall(): void
  /** Both ends learn that their connections are gone; new ones are refused until `restore`. */
  cut(): void
  /** Nobody is told: connections are dead for good, and new ones get no answer, until `restore`. */
  vanish(): void
  /** The near end learns that its network is gone, the target does not; later connections come from this address. */
  moveTo(address: string): void
  /**
   * The near end loses its connections and may connect anew at once; what it had said last, and its goodbye, reach the
   * target only after so long.
   */
  straggle(milliseconds: number): Promise<void>
  restore(): void
}

interface Pair {
  readonly near: Socket
  readonly far: Socket
  readonly up: WeatherLane
  readonly down: WeatherLane
}

type Sky = 'clear' | 'stalled' | 'cut' | 'vanished'

const clear: Line = { latencyMilliseconds: 0, jitterMilliseconds: 0, bytesPerSecond: 1e9 }
/** How long the last words of a straggler are collected before its connection breaks. */
const lastWordsMilliseconds = 200

export interface WeatherOptions {
  readonly host?: string
  readonly port: number
  readonly line?: Partial<Line>
  /** Where it listens. Default 127.0.0.1. */
  readonly listenOn?: string
}

export async function createWeather(options: WeatherOptions): Promise<Weather> {
  const { host = '127.0.0.1', port, listenOn = '127.0.0.1' } = options
  const pairs = new Set<Pair>()
  /** Connections nobody speaks of any more, though their ends may think otherwise. */
  const abandoned = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  const sources: string[] = []
  let line: Line = { ...clear, ...options.line }
  let sky: Sky = 'clear'
  let localAddress = '127.0.0.1'

  const abandon = (socket: Socket): void => {
    abandoned.add(socket)
    socket.once('close', () => abandoned.delete(socket))
  }
  const lose = (pair: Pair): void => {
    pairs.delete(pair)
    for (const lane of [pair.up, pair.down]) lane.stop()
    abandon(pair.near)
    abandon(pair.far)
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    near.on('error', () => undefined)
    if (sky === 'cut') return void near.resetAndDestroy()
    if (sky === 'vanished') {
      near.resume()
      return abandon(near)
    }
    const far = connect({ host, port, localAddress, allowHalfOpen: true, noDelay: true })
    far.once('connect', () => sources.push(`${far.localAddress}:${far.localPort}`))
    far.on('error', () => undefined)
    const up = new WeatherLane(near, far, () => line)
    const down = new WeatherLane(far, near, () => line)
    const pair: Pair = { near, far, up, down }
    pairs.add(pair)
    if (sky === 'stalled') for (const lane of [up, down]) lane.hold()
    for (const socket of [near, far]) {
      socket.once('close', () => {
        if (!pairs.delete(pair)) return
        for (const other of [near, far]) other.destroy()
      })
    }
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, listenOn, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The weather does not listen.')

  return {
    port: address.port,
    sources,
    set: (changed) => {
      line = { ...line, ...changed }
    },
    stall: () => {
      sky = 'stalled'
      for (const { up, down } of pairs) for (const lane of [up, down]) lane.hold()
    },
    cut: () => {
      sky = 'cut'
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.resetAndDestroy()
    },
    vanish: () => {
      sky = 'vanished'
      for (const pair of pairs) lose(pair)
    },
    moveTo: (newAddress) => {
      localAddress = newAddress
      for (const pair of pairs) {
        lose(pair)
        pair.near.resetAndDestroy()
      }
    },
    straggle: async (milliseconds) => {
      const late = [...pairs]
      for (const { up } of late) up.hold()
      await new Promise((resolve) => setTimeout(resolve, lastWordsMilliseconds))
      for (const pair of late) {
        pairs.delete(pair)
        pair.down.stop()
        abandon(pair.far)
        pair.near.resetAndDestroy()
        const timer = setTimeout(() => {
          timers.delete(timer)
          pair.up.end()
          pair.up.release()
        }, milliseconds)
        timers.add(timer)
      }
    },
    restore: () => {
      sky = 'clear'
      for (const { up, down } of pairs) for (const lane of [up, down]) lane.release()
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer)
      for (const { near, far, up, down } of pairs) {
        for (const lane of [up, down]) lane.stop()
        for (const socket of [near, far]) socket.destroy()
      }
      for (const socket of abandoned) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
