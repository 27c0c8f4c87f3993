import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { shareTurns, turnBytes } from './turn-share.ts'

/** What a socket that has everything waiting brings in its fullest turn of the event loop, and in all. */
async function fullestTurn(serve: (socket: Socket, onChunk: (bytes: number) => void) => void) {
  const sentBytes = 4 * 1024 * 1024
  await using server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const accepted = once(server, 'connection')
  const client = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  const [socket]: Socket[] = await accepted
  if (!socket) throw new Error('nobody connected')
  client.end(Buffer.alloc(sentBytes))
  let [turn, fullest, total] = [0, 0, 0]
  serve(socket, (bytes) => {
    turn += bytes
    total += bytes
  })
  while (!socket.readableEnded) {
    await nextTurn()
    fullest = Math.max(fullest, turn)
    turn = 0
  }
  socket.destroy()
  client.destroy()
  return { fullest, complete: total === sentBytes }
}

/** The chunk that used up the share, and what Node had read by then. */
const slackBytes = 2 * 64 * 1024

test('a connection that floods brings no more than its share in a turn, and loses nothing', async () => {
  const { fullest, complete } = await fullestTurn((socket, onChunk) => {
    const arrived = shareTurns(socket)
    socket.on('data', (chunk: Buffer) => {
      onChunk(chunk.length)
      arrived(chunk.length)
    })
    socket.resume()
  })
  expect(complete).toBe(true)
  expect(fullest).toBeLessThanOrEqual(turnBytes + slackBytes)
})

test('without a share it brings more', async () => {
  const { fullest, complete } = await fullestTurn((socket, onChunk) => {
    socket.on('data', (chunk: Buffer) => onChunk(chunk.length))
    socket.resume()
  })
  expect(complete).toBe(true)
  expect(fullest).toBeGreaterThan(turnBytes + slackBytes)
})
