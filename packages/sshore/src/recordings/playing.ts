// Shows a recording in a terminal, in its own time.
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedEvent } from '@sshore/recording'
import { OneWay } from './one-way.ts'
import type { Played } from './read-recording.ts'

export interface Pace {
  /** 2: twice as fast; Infinity: at once. */
  readonly speed: number
  /** Longest pause. */
  readonly pauseSecondsMost: number
}

export interface Showing {
  /** Somebody looks on: questions to the terminal are left out, and it is brought back to order at the end. */
  readonly isTerminal: boolean
  /** Ends it early, in order. */
  readonly stopping: AbortSignal
}

/** Colours, cursor, mouse, focus, pasting, keys, scrolling, and the screen of an editor that was left; the cursor stays. */
const resets =
  '\u001B[0m\u001B[?25h\u001B[?1000;1002;1003;1004;1006;2004;1l\u001B>\u001B[>4m\u001B7\u001B[r\u001B8\u001B[?1047l'
/** Below whatever stands there: an editor that was broken off had the cursor anywhere. */
const toBottom = '\u001B[999;1H'

const isUnread = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE'

function write(stream: Writable, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

function textOf(event: RecordedEvent, filter: OneWay | undefined): string | Uint8Array {
  if (event.kind === 'output') return filter ? filter.of(event.bytes) : event.bytes
  return event.kind === 'gap' ? `\r\n[${event.bytes} bytes are missing here]\r\n` : ''
}

async function showAll(
  played: AsyncIterable<Played>,
  stdout: Writable,
  { speed, pauseSecondsMost }: Pace,
  { isTerminal, stopping }: Showing,
): Promise<void> {
  const filter = isTerminal ? new OneWay() : undefined
  let at = 0
  for await (const part of played) {
    for (const event of 'events' in part ? part.events : []) {
      const milliseconds = Math.min((event.at - at) / speed, pauseSecondsMost * 1000)
      at = event.at
      if (milliseconds >= 1) await sleep(milliseconds, undefined, { signal: stopping }).catch(() => undefined)
      if (stopping.aborted) return
      await write(stdout, textOf(event, filter))
    }
  }
}

/** Output as it was, with pauses as they were. Who reads it may go away. */
export async function play(
  played: AsyncIterable<Played>,
  stdout: Writable,
  pace: Pace,
  showing: Showing,
): Promise<void> {
  try {
    await showAll(played, stdout, pace, showing)
  } catch (error) {
    if (!isUnread(error)) throw error
  } finally {
    if (showing.isTerminal) await write(stdout, `${resets}${showing.stopping.aborted ? toBottom : ''}\r\n`)
  }
}
