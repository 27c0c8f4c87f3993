// Recordings as files: for players, for checking, for reading.
import { open } from 'node:fs/promises'
import { asciicastHeader, AsciicastLines } from '@sshore/recording'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { playedFrom } from './read-recording.ts'

export const formats = ['asciicast', 'proof', 'raw'] as const
export type Format = (typeof formats)[number]

async function* asciicast(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const lines = new AsciicastLines()
  for await (const part of playedFrom(pieces)) {
    if ('header' in part) yield asciicastHeader(part.header)
    else yield [...lines.of(part.events)].join('')
  }
  yield [...lines.end()].join('')
}

async function* raw(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of playedFrom(pieces)) {
    for (const event of 'events' in part ? part.events : []) if (event.kind === 'output') yield event.bytes
  }
}

/** asciicast: for players; proof: as the server keeps it, to be verified; raw: the bytes that the terminal got. */
export function written(pieces: AsyncIterable<Uint8Array>, format: Format): AsyncIterable<string | Uint8Array> {
  if (format === 'proof') return pieces
  return format === 'raw' ? raw(pieces) : asciicast(pieces)
}

/** Readable by its owner alone; a file that is there stays. The size in bytes. */
export async function save(path: string, content: AsyncIterable<string | Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    const taken = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    const message = taken ? `${path} is there already; name another file.` : `${path} cannot be written.`
    throw new CommandFailure(taken ? exitCodes.conflict : exitCodes.usage, 'no_file', message, { cause })
  })
  await using _closed = file
  let bytes = 0
  for await (const part of content) {
    const { bytesWritten } = typeof part === 'string' ? await file.write(part) : await file.write(part)
    bytes += bytesWritten
  }
  return bytes
}
