// Shows a recording in a terminal, in its own time.
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedEvent } from '@sshore/recording'
import type { Played } from './read-recording.ts'

export interface Pace {
  /** 2: twice as fast; Infinity: at once. */
  readonly speed: number
  /** Longest pause. */
  readonly pauseSecondsMost: number
}

const resets = '\u001B[0m\u001B[?25h\u001B[?1049l\r\n'

function write(stream: Writable, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

async function show(stdout: Writable, event: RecordedEvent): Promise<void> {
  if (event.kind === 'output') await write(stdout, event.bytes)
  else if (event.kind === 'gap') await write(stdout, `\r\n[${event.bytes} bytes are missing here]\r\n`)
}

/** Output as it was, with pauses as they were. `tidy` brings the terminal back to order at the end. */
export async function play(
  played: AsyncIterable<Played>,
  stdout: Writable,
  { speed, pauseSecondsMost }: Pace,
  tidy: boolean,
): Promise<void> {
  let at = 0
  for await (const part of played) {
    for (const event of 'events' in part ? part.events : []) {
      const milliseconds = Math.min((event.at - at) / speed, pauseSecondsMost * 1000)
      at = event.at
      if (milliseconds >= 1) await sleep(milliseconds)
      await show(stdout, event)
    }
  }
  if (tidy) await write(stdout, resets)
}
