// One HTTP/1.1 request over a socket that is open already, as far as its head: a doctor wants to see what really comes back.
import type { Socket } from 'node:net'

export interface Head {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  /** What came with the head, cut short. */
  readonly body: string
}

const longestReplyBytes = 65_536

function parsedHead(text: string): Head | undefined {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]
  if (status === undefined) return undefined
  const headers = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
  })
  return { status: Number(status), headers: new Map(headers), body: rest.join('\r\n\r\n') }
}

/** Sends the lines of a request head and waits for a reply. With `whole`, until the other end closes. */
export function exchange(socket: Socket, lines: readonly string[], whole: boolean, seconds: number): Promise<Head> {
  return new Promise((resolve, reject) => {
    let text = ''
    const settle = (end: () => void): void => {
      clearTimeout(timer)
      socket.off('data', onText).off('end', onEnd).off('close', onEnd).off('error', onError)
      end()
    }
    const answer = (): void => {
      const head = parsedHead(text)
      settle(() => (head ? resolve(head) : reject(new Error('what answers there does not speak HTTP'))))
    }
    const onText = (chunk: Buffer): void => {
      text += chunk.toString('latin1')
      const isComplete = text.includes('\r\n\r\n') && !whole
      if (isComplete || text.length > longestReplyBytes) answer()
    }
    const onEnd = (): void => {
      if (text === '') settle(() => reject(new Error('the other end closed without an answer')))
      else answer()
    }
    const onError = (error: Error): void => settle(() => reject(error))
    const timer = setTimeout(() => settle(() => reject(new Error(`no answer within ${seconds} s`))), seconds * 1000)
    socket.on('data', onText).on('end', onEnd).on('close', onEnd).on('error', onError)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}
