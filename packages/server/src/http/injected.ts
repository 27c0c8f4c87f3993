// Calls an app inside this process, through the same edge as a request from outside.
import type { Transport } from '@sshore/client'
import type { FastifyInstance } from 'fastify'
import { text } from 'node:stream/consumers'

/**
 * A stream of events has no end and would never be answered: its reply comes without a body. Whoever wants events in this process
 * listens to the bus.
 */
export const injected =
  (app: FastifyInstance): Transport =>
  async ({ method, path, headers, body }) => {
    const reply = await app.inject({
      // The contract's methods are a subset of what the injector takes.
      method: method as 'GET',
      url: path,
      headers: { ...headers },
      payloadAsStream: true,
      ...(body === undefined ? {} : { payload: body }),
    })
    const stream = reply.stream()
    const endless = reply.headers['content-type']?.toString().startsWith('text/event-stream') === true
    if (endless) stream.destroy()
    return {
      status: reply.statusCode,
      header: (name) => reply.headers[name.toLowerCase()]?.toString(),
      text: endless ? '' : await text(stream),
    }
  }
