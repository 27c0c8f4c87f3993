// multistream-select 1.0: both ends of a new stream agree on what is spoken on it.
// https://github.com/multiformats/multistream-select
import type { Duplex } from 'node:stream'
import { BadHead, type Head, type HeadLimits, readHead } from './read-head.ts'

const greeting = '/multistream/1.0.0'
/** Protocol names are much shorter. */
const lineBytesMost = 127

/** A line with its length (newline included) in front, as an unsigned varint; one byte, since lines are short. */
const encodeLine = (text: string): Buffer => Buffer.from(`${String.fromCharCode(text.length + 1)}${text}\n`, 'latin1')

function readLine(bytes: Buffer): Head<string> | undefined {
  const length = bytes[0]
  if (length === undefined) return undefined
  if (length === 0 || length > lineBytesMost) throw new BadHead('the agent does not speak multistream-select')
  if (bytes.length < 1 + length) return undefined
  return { value: bytes.toString('latin1', 1, length), used: 1 + length }
}

/** Proposes `protocol`; rejects with `BadHead` when the agent does not serve it. */
export async function selectProtocol(
  stream: Duplex,
  protocol: string,
  limits: Omit<HeadLimits, 'bytesMost'>,
): Promise<void> {
  stream.write(Buffer.concat([encodeLine(greeting), encodeLine(protocol)]))
  for (const expected of [greeting, protocol]) {
    const line = await readHead(stream, { ...limits, bytesMost: 1 + lineBytesMost }, readLine)
    if (line === expected) continue
    stream.destroy()
    throw new BadHead(`the agent does not serve ${protocol}`)
  }
}
