// Webhooks from the command line, beside the server and from afar, with a receiver that really takes them.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jsonOf, startTestInstance, type TestInstance } from '../test-instance.ts'
import { type Ran, run } from '../test-program.ts'

const held = new AsyncDisposableStack()
const received: { readonly signature: string; readonly body: string }[] = []
let server: TestInstance
let key = ''
let address = ''
let status = 204

beforeAll(async () => {
  const receiver = createServer((request, reply) => {
    void text(request).then((body) => {
      received.push({ signature: String(request.headers['x-sshore-signature']), body })
      reply.writeHead(status).end()
    })
  })
  held.defer(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  const bound = receiver.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/hook`
  server = held.use(await startTestInstance({ SSHORE_WEBHOOK_ALLOW_PRIVATE: 'true' }))
  const { client } = await server.signUp('workshop')
  const body = { name: 'script', expires_at: 30, role: 'administrator' } as const
  key = (await client.createApiKey({ body })).body.id
}, 60_000)
afterAll(() => held.disposeAsync())

const beside = (words: string): Promise<unknown> => jsonOf(server.beside(`${words} --json`))
const afar = (words: string): Promise<Ran> => run(`${words} --server ${server.url}`, { SSHORE_API_KEY: key })

it('shows the secret once, and sends a test that is signed with it', async () => {
  const made = await server.beside(`webhook create workshop chat ${address} --event device.pending --json`)
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('not shown again') })
  const { secret } = JSON.parse(made.stdout) as { secret: string }
  expect(secret).toMatch(/^whsec_/)
  expect((await server.beside('webhook show workshop chat')).stdout).not.toContain('whsec_')
  expect((await server.beside('webhook list workshop')).stdout).toMatch(/^chat +on +device\.pending +http/m)

  const tested = await server.beside('webhook test workshop chat')
  expect(tested).toMatchObject({ code: 0, stdout: expect.stringMatching(/delivered, answered 204 in \d+ ms/) })
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(received[0]?.signature ?? '') ?? []
  expect(createHmac('sha256', secret).update(`${time}.${received[0]?.body}`).digest('hex')).toBe(signature)
})

it('says why a delivery failed, lists it, and sends it once more', async () => {
  status = 500
  const failed = await server.beside('webhook test workshop chat')
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/next attempt .*500/), stderr: '' })
  status = 204
  const [latest] = (await beside('webhook deliveries workshop chat --limit 1')) as { id: string; status: string }[]
  expect(latest).toMatchObject({ status: 'waiting', attempts: 1, response_status: 500 })
  const again = await afar(`webhook redeliver workshop chat ${latest?.id.slice(0, 8)}`)
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('delivered, answered 204') })
  expect((await server.beside('webhook redeliver workshop chat ffffffff')).code).toBe(3)
})

it('is changed, given a new secret and removed, from afar as well', async () => {
  const off = await jsonOf(afar('webhook edit workshop chat --name room --all-events --active off --json'))
  expect(off).toMatchObject({ name: 'room', events: [], active: false })
  expect((await afar('webhook test workshop room')).code).toBe(4)
  expect((await afar('webhook edit workshop room')).code).toBe(2)
  expect((await afar('webhook edit workshop room --event device.flying')).stderr).toContain('device.offline')
  expect((await afar('webhook secret workshop room')).code).toBe(2)
  expect((await afar('webhook secret workshop room --yes')).stdout).toMatch(/^whsec_\S+\n$/)
  expect((await afar('webhook create workshop bad ftp://nowhere')).code).toBe(2)
  expect((await afar('webhook remove workshop room')).code).toBe(2)
  expect((await afar('webhook remove workshop room --yes')).code).toBe(0)
  expect((await afar('webhook show workshop room')).code).toBe(3)
  expect(await beside('webhook list workshop')).toEqual([])
})
