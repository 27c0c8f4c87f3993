// From the blocks in the store to what a player shows.
import { Failure } from '@sshore/contract'
import { asciicastHeader, AsciicastLines, decodeEvents, encodeBlock, type RecordedEvent } from '@sshore/recording'
import { decompress } from '@sshore/recording/node'
import { BrokenRecording, type ReadItem } from '../../platform/recordings/recording-files.ts'
import type { Services } from '../../services.ts'
import { placeOf } from './recordings.ts'
import type { RecordingRow } from './recordings.store.ts'

/** What of a recording is there after a place. */
async function* itemsOf(services: Services, row: RecordingRow, from: number): AsyncGenerator<ReadItem> {
  try {
    yield* services.recordingFiles.read(placeOf(services, row), from)
  } catch (error) {
    if (!(error instanceof BrokenRecording)) throw error
    throw new Failure('recording_broken', { message: `The recording is not as it was written. ${error.message}` })
  }
}

async function eventsIn(content: Uint8Array, number: number): Promise<RecordedEvent[]> {
  try {
    return decodeEvents(await decompress(content))
  } catch {
    throw new Failure('recording_broken', { message: `Block ${number} of the recording holds no events.` })
  }
}

/** The events of a recording, a block at a time. */
export async function* eventsOf(services: Services, row: RecordingRow): AsyncGenerator<RecordedEvent[]> {
  for await (const item of itemsOf(services, row, 0)) {
    if (item.type === 'block' && item.block.kind === 'events') {
      yield await eventsIn(item.block.content, item.block.number)
    }
  }
}

/** Follows a recording as lines of asciicast v2. */
export class Playback {
  readonly #services: Services
  readonly #row: RecordingRow
  readonly #lines = new AsciicastLines()
  #next = 0
  #ended = false

  constructor(services: Services, row: RecordingRow) {
    this.#services = services
    this.#row = row
  }

  /** The end of the recording was reached. */
  get ended(): boolean {
    return this.#ended
  }

  /** What has come since it was last asked, a block at a time. Fails with `recording_broken`. */
  async *more(): AsyncGenerator<string> {
    for await (const item of itemsOf(this.#services, this.#row, this.#next)) {
      this.#next = item.next
      if (item.type === 'header') yield asciicastHeader(item.header)
      else if (item.block.kind === 'events') {
        yield [...this.#lines.of(await eventsIn(item.block.content, item.block.number))].join('')
      } else {
        this.#ended = true
        yield [...this.#lines.end()].join('')
      }
    }
  }
}

export interface Piece {
  readonly content: string
  readonly next: number
  readonly ended: boolean
}

const pieceBytesMost = 512 * 1024

/** What of a recording is there after a place, as it goes over the wire. Fails with `recording_broken`. */
export async function pieceOf(services: Services, row: RecordingRow, from: number): Promise<Piece> {
  const parts: Uint8Array[] = []
  let [next, bytes, ended] = [from, 0, false]
  for await (const item of itemsOf(services, row, from)) {
    const part = item.type === 'header' ? item.bytes : encodeBlock(item.block)
    parts.push(part)
    bytes += part.length
    next = item.next
    ended = item.type === 'block' && item.block.kind === 'end'
    if (bytes >= pieceBytesMost || ended) break
  }
  return {
    content: Buffer.concat(parts).toString('base64'),
    next,
    ended: ended || (bytes === 0 && row.ended_at !== null),
  }
}
