import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pieceCostBytes, shareTurns, turnBytes } from './turn-share.ts'

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
    const share = shareTurns(socket)
    socket.on('data', (chunk: Buffer) => {
      onChunk(chunk.length)
      share.spend(chunk.length)
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

test('a connection of tiny pieces gets through few of them in a turn, and through all in the end', async () => {
  const pieces = 1000
  const connection = {
    paused: false,
    pause: () => (connection.paused = true),
    resume: () => (connection.paused = false),
  }
  const share = shareTurns(connection)
  const turns: number[] = []
  let left = pieces
  share.goOn = () => {
    let taken = 0
    for (; left > 0 && !share.spent; left -= 1, taken += 1) share.spend(8)
    turns.push(taken)
  }
  share.goOn()
  expect(connection.paused).toBe(true)
  while (left > 0) await nextTurn()
  expect(Math.max(...turns)).toBeLessThanOrEqual(turnBytes / pieceCostBytes)
  expect(turns.length).toBeGreaterThanOrEqual(pieces / (turnBytes / pieceCostBytes))
  await nextTurn()
  expect(connection.paused).toBe(false)
})
