// The little HTTP that a dial-back begins with: one request of ours, and at most one answer of the agent.
import { BadHead, type Head } from './read-head.ts'

/**
 * The agent's HTTP server insists on a Host line and takes an empty one. The request must be sent alone: what arrives
 * together with it is lost in the server's buffer.
 */
export const requestHead = (path: string, method: 'GET' | 'CONNECT' = 'GET'): Buffer =>
  Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: \r\nUser-Agent: sshore\r\n\r\n`)

export const headBytesMost = 8192

/** The status of an answer. What it says of its body is not believed. */
export function readAnswerHead(bytes: Buffer): Head<number> | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(bytes.toString('latin1', 0, end))?.[1])
  if (Number.isNaN(status)) throw new BadHead('the agent gave an answer that is none')
  return { value: status, used: end + 4 }
}
