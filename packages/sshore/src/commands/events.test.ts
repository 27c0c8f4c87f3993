import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TenantId } from '@sshore/contract'
import { startTestInstance, type TestInstance } from '../test-instance.ts'
import { type Ran, run } from '../test-program.ts'

const held = new AsyncDisposableStack()
let server: TestInstance
let tenantId: TenantId
let key = ''

beforeAll(async () => {
  server = held.use(await startTestInstance())
  const { tenantId: tenant, client } = await server.signUp('workshop')
  tenantId = tenant
  const body = { name: 'script', expires_at: 30, role: 'administrator' } as const
  key = (await client.createApiKey({ body })).body.id
}, 60_000)
afterAll(() => held.disposeAsync())

/** Devices come for as long as the command listens: it says nothing when it begins to. */
async function whileDevicesCome(listening: Promise<Ran>): Promise<Ran> {
  let over = false
  void listening.finally(() => (over = true))
  for (let number = 0; !over; number += 1) {
    await server.device(tenantId, `box-${number}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return listening
}

it('tells beside the server what happens, in lines for people', async () => {
  const ran = await whileDevicesCome(server.beside('events workshop --count 2'))
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  const lines = ran.stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2}device\.pending +box-\d+$/)
})

it('tells from afar, one JSON object a line, only what was asked for', async () => {
  const listening = run(`events workshop --json --count 2 --type device.pending --server ${server.url}`, {
    SSHORE_API_KEY: key,
  })
  const ran = await whileDevicesCome(listening)
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  const events = ran.stdout.trimEnd().split('\n')
  const types = events.map((line) => (JSON.parse(line) as { type: string }).type)
  expect(types).toEqual(['device.pending', 'device.pending'])
})

it('says when it cannot begin', async () => {
  expect((await server.beside('events nobody')).code).toBe(3)
  expect((await server.beside('events workshop --type device.flying')).code).toBe(2)
  const away = await run('events workshop --server http://127.0.0.1:9', { SSHORE_API_KEY: key })
  expect(away.code).toBe(5)
})
