// What both ends do over a link: one sends for ever or echoes, the other measures.
import type { Link, LinkStream, StreamHandler } from '@sshore/link'
import { pause } from './sockets.ts'

const ignore = (): void => undefined
const quiet: StreamHandler = { onData: ignore, onMessage: ignore, onEnd: ignore, onDrain: ignore, onClose: ignore }

const headerOf = (command: string) =>
  ({ kind: 'session', login: 1, program: { kind: 'exec', command }, environment: {} }) as const

const writeBytes = 64 * 1024

/** Serves `send` (sends for ever), `sink` (reads all) and `echo`. */
export const serve = (link: Link): void => {
  const block = Buffer.alloc(writeBytes, 7)
  link.onStream = (stream) => {
    const { header } = stream
    const command = header.kind === 'session' && header.program.kind === 'exec' ? header.program.command : ''
    const pump = (): void => {
      if (command === 'send') while (stream.write(block));
    }
    stream.handler = {
      ...quiet,
      onData: (chunk) => {
        if (command === 'echo') stream.write(chunk)
        stream.consumed(chunk.length)
      },
      onDrain: pump,
    }
    pump()
  }
}

/** A transfer that goes on until it is stopped. */
export interface Load {
  bytes(): number
  stop(): void
}

/** Bytes that arrive from the peer. */
export const download = (link: Link): Load => {
  let received = 0
  const stream: LinkStream = link.open(headerOf('send'), {
    ...quiet,
    onData: (chunk) => {
      received += chunk.length
      stream.consumed(chunk.length)
    },
  })
  return { bytes: () => received, stop: () => stream.reset('closed') }
}

/** Bytes that this side gets rid of. */
export const upload = (link: Link): Load => {
  const block = Buffer.alloc(writeBytes, 7)
  let sent = 0
  let going = true
  const pump = (): void => {
    while (going) {
      sent += block.length
      if (!stream.write(block)) return
    }
  }
  const stream = link.open(headerOf('sink'), { ...quiet, onDrain: pump })
  pump()
  return {
    bytes: () => sent,
    stop: () => {
      going = false
      stream.reset('closed')
    },
  }
}

export interface Echo {
  readonly medianMilliseconds: number
  readonly p99Milliseconds: number
}

export const summarize = (samples: number[]): Echo => {
  const sorted = samples.toSorted((left, right) => left - right)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { medianMilliseconds: at(0.5), p99Milliseconds: at(0.99) }
}

/** Round trips of single bytes, one at a time, about 200 a second. */
export const echo = async (link: Link, count: number): Promise<Echo> => {
  const samples: number[] = []
  let arrived: () => void = ignore
  const stream: LinkStream = link.open(headerOf('echo'), {
    ...quiet,
    onData: (chunk) => {
      stream.consumed(chunk.length)
      arrived()
    },
  })
  for (let key = 0; key < count; key += 1) {
    const typedAt = performance.now()
    const back = new Promise<void>((resolve) => (arrived = resolve))
    stream.write(Buffer.from('x'))
    await back
    samples.push(performance.now() - typedAt)
    await pause(0.005)
  }
  stream.reset('closed')
  return summarize(samples)
}

/** The same while the peer sends as fast as it can. */
export const echoUnderDownload = async (link: Link, count: number): Promise<Echo> => {
  const stream: LinkStream = link.open(headerOf('send'), {
    ...quiet,
    onData: (chunk) => stream.consumed(chunk.length),
  })
  await pause(0.3)
  const measured = await echo(link, count)
  stream.reset('closed')
  return measured
}
