import { createHmac } from 'node:crypto'
import { type BodyOf, type contract, limits, type WebhookId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { manifestsOf } from '../../editions.ts'
import { hours, seconds } from '../../platform/clock.ts'
import { acceptedDevice, register, secondServices } from '../../test-device.ts'
import { testEngine } from '../../test-database.ts'
import { type Receiver, startReceiver, withStatus } from '../../test-receiver.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { deliverDue } from './delivering.ts'

type Member = Awaited<ReturnType<TestServer['signUp']>>
type Settings = Partial<BodyOf<typeof contract.createWebhook>>

async function world() {
  await using undo = new AsyncDisposableStack()
  const stack = undo.use(await startTestServer({ webhookAllowPrivate: true }))
  const receiver = undo.use(await startReceiver())
  const ana = await stack.signUp('ana')
  const resources = undo.move()
  return { stack, receiver, ana, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const hook = async (member: Member, { url }: Receiver, settings: Settings = {}) =>
  (await member.client.createWebhook({ body: { name: 'chat', url, events: ['device.pending'], ...settings } })).body

const deliveries = async (member: Member, id: WebhookId) =>
  (await member.client.listWebhookDeliveries({ params: { id }, query: { per_page: 100 } })).body

const patience = { timeout: 15_000 }

async function sent(receiver: Receiver, count: number): Promise<void> {
  await expect.poll(() => receiver.received.length, patience).toBe(count)
}

async function concluded(member: Member, id: WebhookId, fields: object): Promise<void> {
  await expect.poll(async () => (await deliveries(member, id))[0], patience).toMatchObject(fields)
}

function provesItself(secret: string, { headers, body }: Receiver['received'][number]): boolean {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-sshore-signature'])) ?? []
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') === v1
}

test('what was chosen is sent, signed, and nothing else, of this namespace alone', async () => {
  await using all = await world()
  const { stack, ana, receiver } = all
  const bob = await stack.signUp('bob')
  const { id, secret } = await hook(ana, receiver)
  await register(stack, bob)
  const { uid } = await acceptedDevice(stack, ana)
  await sent(receiver, 1)
  const [first] = receiver.received
  expect(first && provesItself(secret, first)).toBe(true)
  expect(first && provesItself(`${secret}x`, first)).toBe(false)
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ type: 'device.pending', targets: [{ id: uid }] })
  await concluded(ana, id, { status: 'delivered', attempts: 1, response_status: 204, problem: '' })
  const [logged] = await deliveries(ana, id)
  expect(first?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-sshore-event': 'device.pending',
    'x-sshore-delivery': logged?.id,
    'x-sshore-event-id': logged?.event_id,
    'x-sshore-attempt': '1',
  })
  expect(await deliveries(ana, id)).toHaveLength(1)
  const others = bob.client.listWebhookDeliveries({ params: { id } })
  await expect(others).rejects.toMatchObject({ code: 'webhook_not_found' })
})

test('the secret is shown once, sealed at rest, and a new one takes its place', async () => {
  await using all = await world()
  const { stack, ana, receiver } = all
  const { id, secret } = await hook(ana, receiver)
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  expect(JSON.stringify((await ana.client.getWebhook({ params: { id } })).body)).not.toContain(secret)
  await using open = await stack.openDatabase()
  const stored = await open.database.selectFrom('webhooks').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(secret)
  const { body: renewed } = await ana.client.renewWebhookSecret({ params: { id } })
  await ana.client.testWebhook({ params: { id } })
  await sent(receiver, 1)
  const [first] = receiver.received
  expect(first && [provesItself(renewed.secret, first), provesItself(secret, first)]).toEqual([true, false])
  const entries = JSON.stringify((await ana.client.listAudit({ query: { per_page: 100 } })).body)
  expect(entries).toContain('webhook.test')
  for (const text of [secret, renewed.secret, '/hook']) expect(entries).not.toContain(text)
})

test('what fails is tried again, later each time, under the same identifiers', async () => {
  await using all = await world()
  const { stack, ana, receiver } = all
  const { id } = await hook(ana, receiver)
  receiver.answer = withStatus(500, `broken \u0000 ${'x'.repeat(100_000)}`)
  await register(stack, ana)
  await concluded(ana, id, { status: 'waiting', attempts: 1, response_status: 500, problem: 'It answered 500.' })
  const [failed] = await deliveries(ana, id)
  expect(failed?.excerpt).toHaveLength(limits.webhooks.excerptChars)
  expect(failed?.excerpt.startsWith('broken ? xxx')).toBe(true)
  expect(failed?.due_at).toBe(new Date(stack.clock.now() + seconds(10)).toISOString())
  stack.clock.advance(seconds(10))
  await concluded(ana, id, { status: 'waiting', attempts: 2 })
  receiver.answer = withStatus(302, '', { location: 'http://127.0.0.1:1/elsewhere' })
  stack.clock.advance(seconds(60))
  await concluded(ana, id, { attempts: 3, problem: 'It answered 302; redirects are not followed.' })
  receiver.answer = withStatus(200, 'fine')
  stack.clock.advance(seconds(300))
  await concluded(ana, id, { status: 'delivered', attempts: 4, excerpt: 'fine' })
  const ids = receiver.received.map(({ headers }) => [headers['x-sshore-delivery'], headers['x-sshore-event-id']])
  expect(new Set(ids.map(String)).size).toBe(1)
  expect(receiver.received.map(({ headers }) => headers['x-sshore-attempt'])).toEqual(['1', '2', '3', '4'])
})

test('nothing delivered for five days switches the webhook off, and says so', async () => {
  await using all = await world()
  const { stack, ana, receiver } = all
  const { id } = await hook(ana, receiver)
  receiver.answer = withStatus(500)
  await register(stack, ana)
  await concluded(ana, id, { attempts: 1 })
  stack.clock.advance(hours(24 * 2))
  // The token has expired by now.
  let member = { ...ana, client: (await stack.signIn('ana')).client }
  await concluded(member, id, { attempts: 2 })
  expect((await member.client.getWebhook({ params: { id } })).body.active).toBe(true)
  stack.clock.advance(hours(24 * 3))
  member = { ...ana, client: (await stack.signIn('ana')).client }
  await concluded(member, id, { attempts: 3, status: 'failed' })
  expect((await member.client.getWebhook({ params: { id } })).body).toMatchObject({
    active: false,
    switched_off: 'Nothing was delivered for 5 days: It answered 500.',
  })
  const { body: entries } = await member.client.listAudit({ query: { per_page: 100 } })
  expect(entries.map(({ action }) => action)).toContain('webhook.disable')
  await expect(member.client.testWebhook({ params: { id } })).rejects.toMatchObject({ code: 'webhook_off' })
  const { body: on } = await member.client.updateWebhook({ params: { id }, body: { active: true } })
  expect(on).toMatchObject({ active: true, switched_off: '' })
})

test('a delivery that has failed for good can be sent again by hand', async () => {
  await using all = await world()
  const { stack, ana, receiver } = all
  const { id } = await hook(ana, receiver)
  receiver.answer = withStatus(500)
  await register(stack, ana)
  await concluded(ana, id, { attempts: 1 })
  await ana.client.updateWebhook({ params: { id }, body: { active: false } })
  expect(await deliveries(ana, id)).toMatchObject([{ status: 'failed', problem: 'The webhook was switched off.' }])
  await register(stack, ana)
  expect(await deliveries(ana, id)).toHaveLength(1)
  await ana.client.updateWebhook({ params: { id }, body: { active: true } })
  receiver.answer = withStatus(200)
  const [delivery] = await deliveries(ana, id)
  if (!delivery) throw new Error('There is no delivery.')
  await ana.client.redeliverWebhook({ params: { id, delivery: delivery.id } })
  await concluded(ana, id, { id: delivery.id, status: 'delivered', attempts: 1 })
})

// SQLite is for one server; two of them in one process would wait for one another's locks without letting go.
test.runIf(testEngine === 'postgres')(
  'several servers on one database send everything once, one at a time to each webhook',
  async () => {
    await using all = await world()
    const { stack, ana, receiver } = all
    await hook(ana, receiver)
    receiver.answer = (reply) => void setTimeout(() => reply.writeHead(204).end(), 5)
    await using one = await secondServices(stack)
    await using two = await secondServices(stack)
    for (const services of [one, two]) {
      for (const manifest of manifestsOf(stack.options.edition)) manifest.hooks?.(services)
    }
    for (let count = 0; count < 6; count += 1) await register(stack, ana, { hostname: `pi-${count}` })
    const { signal } = new AbortController()
    await Promise.all([deliverDue(one, signal), deliverDue(two, signal)])
    await sent(receiver, 6)
    const ids = new Set(receiver.received.map(({ headers }) => headers['x-sshore-delivery']))
    expect([ids.size, receiver.atOnce]).toEqual([6, 1])
  },
)

test('what a server was sending when it died is sent again when its lease is over', async () => {
  await using all = await world()
  const { stack, ana, receiver } = all
  const { id } = await hook(ana, receiver)
  await using open = await stack.openDatabase()
  const until = stack.clock.now() + seconds(limits.webhooks.leaseSeconds)
  await open.database.updateTable('webhooks').set({ leased_until: until, lease: 'of the dead' }).execute()
  await register(stack, ana)
  await using services = await secondServices(stack)
  await deliverDue(services, new AbortController().signal)
  expect(receiver.received).toHaveLength(0)
  stack.clock.advance(seconds(limits.webhooks.leaseSeconds))
  await concluded(ana, id, { status: 'delivered' })
  await sent(receiver, 1)
})

test('one that never answers does not hold up the others', async () => {
  await using all = await world()
  const { stack, ana, receiver } = all
  await using silent = await startReceiver()
  silent.answer = () => undefined
  const stuck = await hook(ana, silent)
  const { id } = await hook(ana, receiver)
  await register(stack, ana)
  await sent(silent, 1)
  await register(stack, ana, { hostname: 'other' })
  await sent(receiver, 2)
  await concluded(ana, id, { status: 'delivered' })
  expect(await deliveries(ana, stuck.id)).toMatchObject([{ attempts: 0 }, { attempts: 0 }])
})

test('a namespace has twenty webhooks, and a webhook a thousand deliveries that wait', async () => {
  await using all = await world()
  const { stack, ana, receiver } = all
  const { id } = await hook(ana, receiver)
  for (let count = 1; count < limits.webhooks.perNamespace; count += 1) await hook(ana, receiver)
  await expect(hook(ana, receiver)).rejects.toMatchObject({ status: 409, code: 'webhook_limit' })
  await using open = await stack.openDatabase()
  await open.database.updateTable('webhooks').set({ rest_until: Number.MAX_SAFE_INTEGER }).execute()
  await register(stack, ana)
  const [row] = await open.database.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', id).execute()
  if (!row) throw new Error('Nothing waits.')
  for (let count = 1; count < limits.webhooks.waitingMost; count += 500) {
    const many = Array.from({ length: 500 }, (_, index) => ({ ...row, id: `x-${count + index}` as typeof row.id }))
    await open.database.insertInto('webhook_deliveries').values(many).execute()
  }
  await expect(ana.client.testWebhook({ params: { id } })).rejects.toMatchObject({ code: 'webhook_queue_full' })
  stack.clock.advance(seconds(1))
  await register(stack, ana, { hostname: 'late' })
  expect((await deliveries(ana, id))[0]).toMatchObject({ status: 'failed', problem: expect.stringContaining('1000') })
})
