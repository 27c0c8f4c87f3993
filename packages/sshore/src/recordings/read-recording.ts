// Recordings as they come from a server or a file: checked, and taken apart into what happened.
import { createPublicKey, type KeyObject } from 'node:crypto'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@sshore/client'
import type { Recording } from '@sshore/contract'
import {
  ContainerReader,
  decodeEvents,
  type RecordedEvent,
  type RecordingHeader,
  Verifier,
  type Verdict,
} from '@sshore/recording'
import { decompress, proofsBy } from '@sshore/recording/node'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

type Seat = Pick<Recording, 'uid' | 'seat'>
const pieceBytes = 256 * 1024
const lookMilliseconds = 500

/** The pieces of a recording in order. With `follow`, what is still written is waited for until its end or the signal. */
export async function* piecesOf(client: Client, { uid, seat }: Seat, follow?: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const { body } = await client.readRecording({ params: { uid, seat }, query: { position } })
    if (body.content !== '') yield Buffer.from(body.content, 'base64')
    if (body.ended || follow?.aborted || (body.content === '' && !follow)) return
    if (body.content === '') await sleep(lookMilliseconds, undefined, { signal: follow }).catch(() => undefined)
    position = body.next
  }
}

/** Fails with exit code 3 when there is no such file. */
export async function* piecesOfFile(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path).catch((cause: unknown) => {
    throw new CommandFailure(exitCodes.notFound, 'no_file', `${path} cannot be read.`, { cause })
  })
  await using _closed = file
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, position)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

export function publicKeyOf(pem: string): KeyObject {
  try {
    return createPublicKey(pem)
  } catch (cause) {
    const message = 'This is no public key; "sshore recording key" prints that of a server.'
    throw new CommandFailure(exitCodes.usage, 'invalid_input', message, { cause })
  }
}

export async function verdictOf(pieces: AsyncIterable<Uint8Array>, key: KeyObject): Promise<Verdict> {
  const verifier = new Verifier(proofsBy(key))
  for await (const piece of pieces) verifier.feed(piece)
  return verifier.verdict()
}

export type Played = { readonly header: RecordingHeader } | { readonly events: readonly RecordedEvent[] }

/** What happened, a block at a time. Nothing is checked. */
export async function* playedFrom(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Played> {
  const reader = new ContainerReader()
  for await (const piece of pieces) {
    for (const item of reader.feed(piece)) {
      if (item.type === 'header') yield { header: item.header }
      else if (item.block.kind === 'events') yield { events: decodeEvents(await decompress(item.block.content)) }
    }
  }
}
