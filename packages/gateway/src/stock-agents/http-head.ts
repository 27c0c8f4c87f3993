// The little HTTP that a dial-back begins with: one request of ours, and at most one answer of the agent.
import { oneLine } from '../plain-text.ts'
import { BadHead, type Head } from './read-head.ts'

/**
 * The agent's HTTP server insists on a Host line and takes an empty one. The request must be sent alone: what arrives
 * together with it is lost in the server's buffer.
 */
export const requestHead = (method: 'GET' | 'CONNECT', path: string): Buffer =>
  Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: \r\nUser-Agent: sshore\r\n\r\n`)

export const headBytesMost = 8192

export interface AnswerHead {
  readonly status: number
  /** Of the body, with a failure: as much as came along. */
  readonly text: string
}

/** The status of an answer. What it says of its body is not believed: after a success raw bytes follow. */
export function readAnswerHead(bytes: Buffer): Head<AnswerHead> | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(bytes.toString('latin1', 0, end))?.[1])
  if (Number.isNaN(status)) throw new BadHead('the agent gave an answer that is none')
  const used = end + 4
  return { value: { status, text: oneLine(bytes.toString('utf8', used, used + 400)) }, used }
}
