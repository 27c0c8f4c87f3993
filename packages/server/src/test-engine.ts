// What a connector finds in the tests of this package: a container engine as far as it says who it is, over real HTTP. The whole
// of an engine is in e2e/connectors, where a real one runs.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const engineInfo = { ID: 'QOIJ', Name: 'engine', Containers: 0, Images: 1, NCPU: 2, ServerVersion: '20.10.24' }

/** Port on 127.0.0.1. It does not keep the process from ending. */
export async function startTestEngine(): Promise<number> {
  const http = createServer((request, reply) => {
    if (request.url === '/info') reply.setHeader('Content-Type', 'application/json').end(JSON.stringify(engineInfo))
    else reply.writeHead(404).end(JSON.stringify({ message: 'page not found' }))
  })
  http.listen(0, '127.0.0.1').unref()
  await once(http, 'listening')
  return (http.address() as AddressInfo).port
}
