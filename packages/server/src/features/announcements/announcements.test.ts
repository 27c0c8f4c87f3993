import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { secondServices } from '../../test-device.ts'
import { startTestServer } from '../../test-server.ts'
import { follow } from './upstream.ts'

const stopping = new AbortController().signal

test('what an administrator announces is read by anybody, newest first', async () => {
  await using stack = await startTestServer()
  await stack.signUp('ana')
  await stack.internal.setAdministrator({ params: { username: 'ana' }, body: { administrator: true } })
  const ana = await stack.signIn('ana')
  const first = (await ana.client.adminCreateAnnouncement({ body: { title: 'One', content: '# One' } })).body
  stack.clock.advance(1000)
  const second = (await ana.client.adminCreateAnnouncement({ body: { title: 'Two', content: 'two' } })).body
  const { body, headers } = await stack.anonymous.listAnnouncements({ query: { per_page: 1 } })
  expect(body).toEqual([{ uuid: second.uuid, title: 'Two', date: second.date }])
  expect(headers['X-Total-Count']).toBe('2')
  expect((await stack.anonymous.listAnnouncements({ query: { order_by: 'asc' } })).body[0]?.title).toBe('One')
  const { uuid } = first
  expect((await stack.anonymous.getAnnouncement({ params: { uuid } })).body).toEqual({
    ...{ uuid, title: 'One', content: '# One', date: first.date },
  })
  await ana.client.adminUpdateAnnouncement({ params: { uuid }, body: { title: 'First', content: 'other' } })
  expect((await stack.anonymous.getAnnouncement({ params: { uuid } })).body).toMatchObject({
    title: 'First',
    date: first.date,
  })
  await ana.client.adminDeleteAnnouncement({ params: { uuid } })
  await expect(stack.anonymous.getAnnouncement({ params: { uuid } })).rejects.toMatchObject({ status: 404 })
  const long = ana.client.adminCreateAnnouncement({ body: { title: 'x'.repeat(91), content: 'x' } })
  await expect(long).rejects.toMatchObject({ status: 400, fields: ['title'] })
  const { body: log } = await stack.internal.listAuditOf({ query: { per_page: 3 } })
  expect(log.map(({ action, actor }) => [action, actor.kind, actor.name])).toEqual([
    ['announcement.remove', 'administrator', 'ana'],
    ['announcement.update', 'administrator', 'ana'],
    ['announcement.create', 'administrator', 'ana'],
  ])
})

test('a server that follows another one announces what that one does, beside its own, until it is taken back', async () => {
  await using upstream = await startTestServer()
  const { port } = await upstream.server.listen('127.0.0.1', 0)
  await using stack = await startTestServer({ announcementsUrl: `http://127.0.0.1:${port}/` })
  await using services = await secondServices(stack)
  const titles = async () => (await stack.anonymous.listAnnouncements()).body.map(({ title }) => title).toSorted()
  const { uuid } = (await upstream.internal.adminCreateAnnouncement({ body: { title: 'News', content: 'of *ours*' } }))
    .body
  const { uuid: own } = (await stack.internal.adminCreateAnnouncement({ body: { title: 'Own', content: 'here' } })).body
  await follow(services, stopping)
  expect(await titles()).toEqual(['News', 'Own'])
  expect((await stack.anonymous.getAnnouncement({ params: { uuid } })).body.content).toBe('of *ours*')
  const edited = stack.internal.adminUpdateAnnouncement({ params: { uuid }, body: { title: 'Mine', content: 'x' } })
  await expect(edited).rejects.toMatchObject({ status: 409, code: 'announcement_of_upstream' })
  await upstream.internal.adminDeleteAnnouncement({ params: { uuid } })
  await follow(services, stopping)
  expect(await titles()).toEqual(['Own'])
  // One that cannot be reached takes nothing away.
  await upstream.internal.adminCreateAnnouncement({ body: { title: 'Last', content: 'x' } })
  await follow(services, stopping)
  await upstream[Symbol.asyncDispose]()
  await follow(services, stopping)
  expect(await titles()).toEqual(['Last', 'Own'])
  expect((await stack.anonymous.getAnnouncement({ params: { uuid: own } })).body.title).toBe('Own')
})

test('each namespace has one identifier for support, which only the key of the server makes', async () => {
  const supportKey = 'shared-with-the-support-desk'
  await using stack = await startTestServer({ supportKey })
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const of = async ({ client, tenantId }: typeof ana) =>
    (await client.getSupportIdentifier({ params: { tenant: tenantId } })).body.identifier
  expect(await of(ana)).toBe(createHmac('sha256', supportKey).update(ana.tenantId).digest('hex'))
  expect(await of(bob)).not.toBe(await of(ana))
  const foreign = bob.client.getSupportIdentifier({ params: { tenant: ana.tenantId } })
  await expect(foreign).rejects.toMatchObject({ status: 404 })
  await using other = await startTestServer()
  const carl = await other.signUp('carl')
  expect(await of(carl)).toMatch(/^[0-9a-f]{64}$/)
  expect(await of(carl)).toBe(await of(carl))
})
