// Wrong input, field by field: it is never our fault, the answer names the field, and nothing has changed.
import type { WireReply } from '@sshore/client'
import { contract, type Endpoint, type EndpointId, limits } from '@sshore/contract'
import { afterAll, expect, test } from 'vitest'
import { everyRow, type OpenDatabase } from './test-database.ts'
import { acceptedDevice } from './test-device.ts'
import { requestOf } from './test-request.ts'
import { type Sample, samples } from './test-samples.ts'
import { startTestServer, testServiceToken } from './test-server.ts'
import { deep, isAbout, isObject, wrongInputs } from './test-wrong-input.ts'
import type { World } from './test-world.ts'

const ids = Object.keys(contract) as EndpointId[]
const named = (id: EndpointId): Endpoint => contract[id]

let standing: World | undefined
const endOfWorld = async (): Promise<void> => standing?.stack[Symbol.asyncDispose]()
afterAll(endOfWorld)

/** One server for many calls; some of them rename its owner, or use up a limit. */
async function sampleOf(id: EndpointId): Promise<{ world: World; sample: Sample }> {
  if (standing) {
    try {
      const { stack, ana } = standing
      const world = { stack, ana: { ...ana, ...(await stack.signIn('ana')) } }
      const { body } = await stack.internal.getNamespaceByName({ params: { name: 'ana' } })
      if (body.tenant_id === ana.tenantId) return { world, sample: await samples[id](world) }
    } catch {
      // It has served.
    }
    await endOfWorld()
  }
  const stack = await startTestServer()
  standing = { stack, ana: await stack.signUp('ana') }
  return { world: standing, sample: await samples[id](standing) }
}

async function headersFor(e: Endpoint, { stack, ana }: World): Promise<Readonly<Record<string, string>>> {
  if (e.access.kind === 'public') return {}
  if (e.access.kind === 'device') return { authorization: `Bearer ${(await acceptedDevice(stack, ana)).token}` }
  const ours = e.access.kind === 'internal' || e.access.kind === 'administrator'
  return { authorization: `Bearer ${ours ? testServiceToken : ana.token}` }
}

function namesIn({ text }: WireReply): string[] {
  const body: unknown = JSON.parse(text)
  if (Array.isArray(body)) return body.map(String)
  return isObject(body) && Array.isArray(body['fields']) ? body['fields'].map(String) : []
}

/**
 * All that calls write. Deliveries go on by themselves meanwhile, and recordings become searchable; a call that changes a
 * webhook or removes a recording is in the audit log as well.
 */
async function written({ database }: OpenDatabase): Promise<Record<string, readonly unknown[]>> {
  const rows = Object.entries(await everyRow(database))
  return Object.fromEntries(rows.filter(([table]) => !/^(webhook|recording)/.test(table)))
}

const timeout = 300_000

test.each(ids.filter((id) => 'body' in contract[id] || 'query' in contract[id] || 'params' in contract[id]))(
  '%s survives wrong input, names the field and changes nothing',
  { timeout },
  async (id) => {
    const e = named(id)
    const { world, sample } = await sampleOf(id)
    const { transport } = world.stack.server
    const headers = await headersFor(e, world)
    const refused = []
    for (const wrong of wrongInputs(sample)) {
      const request = requestOf(e, wrong.sample, headers)
      const reply = await transport(request)
      expect(reply.status, `${wrong.title}: ${reply.text}`).toBeLessThan(500)
      if (reply.status !== 400) continue
      refused.push(request)
      expect(isAbout(wrong.field, namesIn(reply)), `${wrong.title}: ${reply.text}`).toBe(true)
    }
    expect(refused.length).toBeGreaterThan(0)
    await using open = await world.stack.openDatabase()
    const before = await written(open)
    for (const request of refused) await transport(request)
    expect(await written(open)).toEqual(before)
  },
)

test.each(ids.filter((id) => 'body' in contract[id] && named(id).form !== true))(
  '%s refuses a body that is no object',
  { timeout },
  async (id) => {
    const e = named(id)
    const { world, sample } = await sampleOf(id)
    const { transport } = world.stack.server
    const headers = await headersFor(e, world)
    for (const body of [[], 'text', 1, true, deep]) {
      const reply = await transport(requestOf(e, sample, headers, body))
      expect([reply.status, namesIn(reply).length > 0], reply.text).toEqual([400, true])
    }
    for (const broken of ['{', '{"a":1,}', '\u0000', '{"a":1}{"b":2}', '{"a":NaN}', '{"a":01}']) {
      const reply = await transport({ ...requestOf(e, sample, headers), body: broken })
      const refusal = e.unprocessableBody ? [422, { code: 'unprocessable_body' }] : [400, { code: 'malformed_json' }]
      expect([reply.status, JSON.parse(reply.text)]).toMatchObject(refusal)
    }
    // A megabyte in one field: too large as a whole.
    const reply = await transport(requestOf(e, sample, headers, { name: 'x'.repeat(limits.requestBodyBytes) }))
    expect([reply.status, JSON.parse(reply.text)]).toMatchObject([413, { code: 'body_too_large' }])
  },
)

test('what a call changes would be seen', async () => {
  const { world, sample } = await sampleOf('updateNamespace')
  await using open = await world.stack.openDatabase()
  const before = await written(open)
  const e = named('updateNamespace')
  const reply = await world.stack.server.transport(requestOf(e, sample, await headersFor(e, world)))
  expect(reply.status).toBe(e.success.status)
  expect(await written(open)).not.toEqual(before)
})
