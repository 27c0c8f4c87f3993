import { createServer as createHttpServer } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Background, freePort, sha256, sshInBackground, until } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { listens } from './ends.ts'

const one = oneDevice()
const payload = Buffer.alloc(5_000_000, 'forwarded')

describe('ssh -L', () => {
  const web = createHttpServer((request, response) => {
    if (request.method === 'POST') request.pipe(response)
    else response.end(payload)
  })
  let webPort = 0
  let local = 0
  let refused = 0
  let client: Background | undefined

  beforeAll(async () => {
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    const address = web.address()
    webPort = typeof address === 'object' && address ? address.port : 0
    local = await freePort()
    refused = await freePort()
    const closed = await freePort()
    const forwards = ['-N', '-L', `${local}:localhost:${webPort}`, '-L', `${refused}:127.0.0.1:${closed}`]
    client = sshInBackground(one.device.target(), [], forwards)
    await listens(local)
  })
  afterAll(async () => {
    await client?.[Symbol.asyncDispose]()
    web.closeAllConnections()
    web.close()
  })

  it('reaches a port of the device', async () => {
    const reply = await fetch(`http://127.0.0.1:${local}/`)
    expect(sha256(new Uint8Array(await reply.arrayBuffer()))).toBe(sha256(payload))
  })

  it('carries many connections at once, in both directions', async () => {
    const sent = Array.from({ length: 20 }, (_, index) => Buffer.alloc(300_000 + index, `part ${index}`))
    const replies = await Promise.all(
      sent.map(async (body) => {
        const reply = await fetch(`http://127.0.0.1:${local}/`, { method: 'POST', body })
        return sha256(new Uint8Array(await reply.arrayBuffer()))
      }),
    )
    expect(replies).toEqual(sent.map((body) => sha256(body)))
  })

  it('keeps the other half of a connection open when one ends', async () => {
    const socket = connect({ port: local, host: '127.0.0.1', allowHalfOpen: true })
    socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const reply = await buffer(socket)
    expect(reply.subarray(-payload.length).equals(payload)).toBe(true)
  })

  it('closes a connection that the device cannot make, and goes on', async () => {
    await expect(fetch(`http://127.0.0.1:${refused}/`)).rejects.toThrow('fetch failed')
    await until('ssh has said why', () => /Connection refused|connect failed/i.test(client?.stderr() ?? ''))
    expect((await fetch(`http://127.0.0.1:${local}/`)).status).toBe(200)
  })
})
