import { once } from 'node:events'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createServer } from '../../server.ts'
import { engineInfo } from '../../test-engine.ts'
import { startTestServer } from '../../test-server.ts'

/** An engine without containers that counts who follows it. */
async function startEngine() {
  const followers = new Set<ServerResponse>()
  let peak = 0
  const http = createHttpServer((request, reply) => {
    const path = request.url ?? ''
    if (path.startsWith('/events')) {
      followers.add(reply)
      peak = Math.max(peak, followers.size)
      reply.once('close', () => followers.delete(reply))
      reply.flushHeaders()
    } else reply.end(JSON.stringify(path.startsWith('/info') ? engineInfo : []))
  })
  http.listen(0, '127.0.0.1').unref()
  await once(http, 'listening')
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    followers,
    /** Most at the same time. */
    get peak() {
      return peak
    },
    port,
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections()
      http.close()
    },
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400 && !(await condition()); tries += 1) await sleep(25)
  expect(await condition()).toBe(true)
}

test('of two servers on one database one follows an engine, and the other when that one has stopped', async () => {
  await using engine = await startEngine()
  await using stack = await startTestServer()
  const { client } = await stack.signUp('ana')
  const body = { enable: true, secure: false, address: '127.0.0.1', port: engine.port }
  const { uid } = (await client.createConnector({ body })).body
  await using open = await stack.openDatabase()
  const holders = async () => {
    const rows = await open.database.selectFrom('connectors').select('holder').execute()
    return rows.map(({ holder }) => holder)
  }
  const follower = () => createServer({ ...stack.options, containerLink: async () => undefined })
  let first: readonly string[]
  await using second = new AsyncDisposableStack()
  {
    await using _first = await follower()
    await until(() => engine.followers.size === 1)
    first = await holders()
    second.use(await follower())
    // Whoever takes this one, the other one stays where it is.
    await client.createConnector({ body })
    await until(() => engine.followers.size === 2)
    expect([engine.peak, await holders()]).toEqual([2, expect.arrayContaining([...first])])
  }
  await until(async () => !(await holders()).some((holder) => holder === '' || first.includes(holder)))
  await until(() => engine.followers.size === 2)

  await client.updateConnector({ params: { uid }, body: { enable: false } })
  await until(() => engine.followers.size === 1)
  await client.updateConnector({ params: { uid }, body: { enable: true } })
  await until(() => engine.followers.size === 2)
  await client.deleteConnector({ params: { uid } })
  await until(() => engine.followers.size === 1)
  expect(engine.peak).toBe(2)
})
