// What a program without a terminal writes: its two outputs in frames of one stream (Docker Engine API, "Attach to a
// container", stream format): one byte for which, three of nothing, four for the length.
import { type Lane, lanes } from '@sshore/link'
import type { ByteReader } from './byte-reader.ts'
import { EngineFailure } from './engine-failure.ts'

export interface Output {
  readonly lane: Lane
  readonly bytes: Uint8Array
}

const headerBytes = 8
/** 0 is standard input, which Podman names so for what it says itself; 3 are words of Docker's own. */
const laneOf: readonly Lane[] = [lanes.main, lanes.main, lanes.error, lanes.error]

/** Passes on each piece as it comes, however long its frame is. Rejects with `EngineFailure` for what is no frame. */
export async function* outputFrames(reader: ByteReader, where: string): AsyncGenerator<Output> {
  const broken = () => new EngineFailure('garbage', `What the engine at ${where} sent of a program makes no sense.`)
  for (;;) {
    let header: Uint8Array = new Uint8Array(0)
    while (header.byteLength < headerBytes) {
      const chunk = await reader.read()
      if (!chunk) {
        if (header.byteLength > 0) throw broken()
        return
      }
      header = header.byteLength === 0 ? chunk : Buffer.concat([header, chunk])
    }
    reader.unread(header.subarray(headerBytes))
    const view = Buffer.from(header.buffer, header.byteOffset, headerBytes)
    const lane = laneOf[view[0] ?? laneOf.length]
    if (lane === undefined || view.readUIntBE(1, 3) !== 0) throw broken()
    for (let left = view.readUInt32BE(4); left > 0;) {
      const chunk = await reader.read()
      if (!chunk) throw broken()
      const bytes = chunk.subarray(0, left)
      reader.unread(chunk.subarray(bytes.byteLength))
      left -= bytes.byteLength
      yield { lane, bytes }
    }
  }
}
