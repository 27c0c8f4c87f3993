// A program of somebody else that takes webhooks, over real HTTP.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: readonly Received[]
  /** How the next requests are answered. */
  answer: (reply: ServerResponse, request: Received) => void
  /** Most requests that were open at the same time. */
  readonly atOnce: number
}

export const withStatus =
  (status: number, body = '', headers: Record<string, string> = {}): Receiver['answer'] =>
  (reply) =>
    void reply.writeHead(status, headers).end(body)

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let [open, atOnce] = [0, 0]
  const http = createServer((request, reply) => {
    open += 1
    atOnce = Math.max(atOnce, open)
    reply.once('close', () => (open -= 1))
    const take = async (): Promise<void> => {
      const one = { headers: request.headers, body: await text(request), path: request.url ?? '' }
      received.push(one)
      receiver.answer(reply, one)
    }
    take().catch(() => reply.destroy())
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: withStatus(204),
    get atOnce() {
      return atOnce
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  return receiver
}
