// Messages of browsers: ours as the contract has them, and those of older clients, whose `kind` is a number.
import { type WebTerminalError, type WebTerminalReply, WebTerminalRequest } from '@sshore/contract'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { cellsWithin } from './older-opening.ts'

/** Older clients take their ticket in the query, know no acknowledgements and do not come back. */
export type Dialect = 'ours' | 'older'
export type BrowserMessage = WebTerminalRequest | { readonly type: 'input'; readonly bytes: Buffer }

const requestCheck = Compile(WebTerminalRequest)
const Byte = Type.Integer({ minimum: 0, maximum: 255 })
const inputCheck = Compile(Type.Object({ kind: Type.Literal(1), data: Type.Union([Type.String(), Type.Array(Byte)]) }))
const resizeCheck = Compile(
  Type.Object({ kind: Type.Literal(2), data: Type.Object({ cols: Type.Integer(), rows: Type.Integer() }) }),
)
const signatureCheck = Compile(Type.Object({ kind: Type.Literal(3), data: Type.String() }))

/** Numbers of the older form. */
const kinds = { signature: 3, error: 4 } as const

/** The same message as ours has it; undefined: not of the older form. */
function modern(message: unknown): unknown {
  if (inputCheck.Check(message)) {
    const { data } = message
    return { type: 'input', bytes: typeof data === 'string' ? Buffer.from(data) : Buffer.from(data) }
  }
  if (resizeCheck.Check(message)) {
    const { cols, rows } = message.data
    return { type: 'resize', columns: cellsWithin(cols), rows: cellsWithin(rows) }
  }
  if (signatureCheck.Check(message)) return { type: 'signature', signature: message.data }
  return message
}

const isInput = (message: unknown): message is Extract<BrowserMessage, { type: 'input' }> =>
  typeof message === 'object' && message !== null && 'bytes' in message && Buffer.isBuffer(message.bytes)

/** Undefined: no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined: nothing that a browser should send. Never throws. */
export function readMessage(content: Buffer, isBinary: boolean): BrowserMessage | undefined {
  if (isBinary) return { type: 'input', bytes: content }
  const message = modern(parsed(content.toString('utf8')))
  return isInput(message) || requestCheck.Check(message) ? message : undefined
}

/** Undefined: this dialect has no word for it. */
export function writeReply(reply: WebTerminalReply, dialect: Dialect): string | undefined {
  if (dialect === 'ours') return JSON.stringify(reply)
  if (reply.type === 'challenge') return JSON.stringify({ kind: kinds.signature, data: reply.data })
  if (reply.type === 'error') {
    return JSON.stringify({ kind: kinds.error, data: [reply.message, ...reply.next].join(' ') })
  }
  return undefined
}

/** `what` with a capital and a full stop is a sentence of its own. */
export const errorOf = (
  code: WebTerminalError['code'],
  message: string,
  next: readonly string[] = [],
): WebTerminalError => ({ type: 'error', code, message, next: [...next] })
