// Text that may hold bytes which are no UTF-8: commands, values of variables, paths. On Linux these are bytes; JSON has
// only text. A byte that is no part of UTF-8 becomes a lone surrogate, U+DC80 to U+DCFF (as in Python's PEP 383), which
// well-formed text cannot hold, so that every sequence of bytes comes back as it was.

import { encodeText } from './text.ts'

interface Decoder {
  decode(bytes: Uint8Array): string
}
declare const TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => Decoder

const firstEscape = 0xdc00
const escaped = /[\uDC80-\uDCFF]/u
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const isWithin = (byte: number | undefined, least: number, most: number): boolean =>
  byte !== undefined && byte >= least && byte <= most

/** What the second byte may be, by the first (the table of RFC 3629 section 4). */
function secondByte(first: number): readonly [number, number] {
  if (first === 0xe0) return [0xa0, 0xbf]
  if (first === 0xed) return [0x80, 0x9f]
  if (first === 0xf0) return [0x90, 0xbf]
  if (first === 0xf4) return [0x80, 0x8f]
  return [0x80, 0xbf]
}

/** Bytes of the UTF-8 character that starts here; 0 when none does. */
function characterBytes(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = isWithin(first, 0xc2, 0xdf) ? 2 : isWithin(first, 0xe0, 0xef) ? 3 : isWithin(first, 0xf0, 0xf4) ? 4 : 0
  const [least, most] = secondByte(first)
  if (length === 0 || !isWithin(bytes[at + 1], least, most)) return 0
  for (let next = 2; next < length; next += 1) if (!isWithin(bytes[at + next], 0x80, 0xbf)) return 0
  return length
}

function escapedText(bytes: Uint8Array): string {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < bytes.length;) {
    const length = characterBytes(bytes, at)
    if (length === 0) {
      parts.push(strict.decode(bytes.subarray(from, at)), String.fromCharCode(firstEscape + (bytes[at] ?? 0)))
      from = at + 1
    }
    at += Math.max(length, 1)
  }
  return parts.join('') + strict.decode(bytes.subarray(from))
}

/** Text that `bytesOfText` turns back into the same bytes. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return escapedText(bytes)
  }
}

/** Whether the text holds bytes that are no UTF-8, so that it must not be encoded in the usual way. */
export const holdsBytes = (text: string): boolean => escaped.test(text)

export function bytesOfText(text: string): Uint8Array {
  if (!holdsBytes(text)) return encodeText(text)
  const parts = Array.from(text, (character) =>
    escaped.test(character) ? Uint8Array.of(character.charCodeAt(0) - firstEscape) : encodeText(character),
  )
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  parts.reduce((at, part) => {
    bytes.set(part, at)
    return at + part.length
  }, 0)
  return bytes
}
