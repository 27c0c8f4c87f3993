// One who watches a running session: its recording so far, then as it grows, as server-sent events.
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@sshore/contract'
import type { Services } from '../../services.ts'
import { Playback } from './playback.ts'
import type { RecordingRow } from './recordings.store.ts'

const lookMilliseconds = 250
const heartbeatMilliseconds = 15_000
const recheckMilliseconds = 60_000

const event = (type: string, line: string): string => `event: ${type}\ndata: ${line}\n\n`

const framed = (lines: string): string =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => event('line', line))
    .join('')

export interface Watcher {
  /** The row as it is now; undefined when it is gone. */
  readonly row: () => Promise<RecordingRow | undefined>
  /** Fails when the credential no longer opens the stream. */
  readonly recheck: () => Promise<unknown>
  /** The reader has gone. */
  readonly gone: AbortSignal
}

const endReason = (error: unknown): string => (error instanceof Failure ? error.code : 'internal')

/** What is sent, as fast as the reader takes it. */
async function* told(services: Services, first: RecordingRow, { row, recheck, gone }: Watcher): AsyncGenerator<string> {
  const playback = new Playback(services, first)
  let [quietSince, checkedAt] = [Date.now(), Date.now()]
  yield 'retry: 3000\n\n'
  try {
    while (!gone.aborted) {
      const known = await row()
      for await (const lines of playback.more()) {
        quietSince = Date.now()
        yield framed(lines)
      }
      if (playback.ended || !known || known.ended_at !== null) {
        yield event('end', JSON.stringify({ reason: 'over' }))
        return
      }
      if (Date.now() - quietSince > heartbeatMilliseconds) {
        quietSince = Date.now()
        yield ':\n\n'
      }
      if (Date.now() - checkedAt > recheckMilliseconds) {
        checkedAt = Date.now()
        await recheck()
      }
      await sleep(lookMilliseconds, undefined, { signal: gone, ref: false }).catch(() => undefined)
    }
  } catch (error) {
    yield event('end', JSON.stringify({ reason: endReason(error) }))
  }
}

/** Fails with `too_many_requests`. */
export function watch(services: Services, of: RecordingRow, watcher: Omit<Watcher, 'gone'>): Readable {
  const place = services.recordingWatchers.enter(`${of.tenant_id} ${of.session} ${of.seat}`)
  if (!place) {
    const message = 'As many as may are watching this session already.'
    throw new Failure('too_many_requests', { message, headers: { 'Retry-After': '60' } })
  }
  const gone = new AbortController()
  const stream = Readable.from(told(services, of, { ...watcher, gone: gone.signal }))
  stream.once('close', () => {
    gone.abort()
    place[Symbol.dispose]()
  })
  return stream
}
