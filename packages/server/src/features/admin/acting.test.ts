// What ends with the hour of whoever acts as a user, and with their administration.
import { limits } from '@sshore/contract'
import { expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { acceptedDevice } from '../../test-device.ts'
import { startTestServer, testPassword } from '../../test-server.ts'
import { newKey } from '../../test-world.ts'

const refused = { status: 403, code: 'only_themselves' }

async function world() {
  await using undo = new AsyncDisposableStack()
  const stack = undo.use(await startTestServer())
  await stack.signUp('root')
  const mark = (administrator: boolean) =>
    stack.internal.setAdministrator({ params: { username: 'root' }, body: { administrator } })
  await mark(true)
  const ana = await stack.signUp('ana')
  const actingTokenOf = async (client: typeof ana.client) =>
    stack.as((await client.adminGetUserToken({ params: { id: ana.id } })).body.token)
  const asRoot = async () => (await stack.signIn('root')).client
  const resources = undo.move()
  return { stack, ana, mark, asRoot, actingTokenOf, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

type World = Awaited<ReturnType<typeof world>>

async function ended(client: World['ana']['client']): Promise<boolean> {
  try {
    await client.getAuthUser()
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'unauthenticated' })
    return true
  }
}

test.each<[string, (all: World, root: World['ana']['client']) => Promise<unknown>]>([
  ['signs out everywhere', (_, root) => root.logout()],
  [
    'changes their password',
    (_, root) => root.updateUser({ body: { current_password: testPassword, password: `${testPassword} 2` } }),
  ],
])('a token to act as a user ends when whoever took it %s', async (_, leave) => {
  await using all = await world()
  const root = await all.asRoot()
  const [acting, operating] = [await all.actingTokenOf(root), await all.actingTokenOf(all.stack.internal)]
  expect(await ended(acting)).toBe(false)
  await leave(all, root)
  expect(await ended(acting)).toBe(true)
  // Nobody signed out at the command line, nor as the user.
  expect([await ended(operating), await ended(all.ana.client)]).toEqual([false, false])
})

test('a token to act as a user outlasts another name of whoever took it, and ends when somebody else has it', async () => {
  await using all = await world()
  const root = await all.asRoot()
  const acting = await all.actingTokenOf(root)
  await root.updateUser({ body: { username: 'queen' } })
  expect(await ended(acting)).toBe(false)
  const successor = { username: 'root', email: 'successor@example.org', password: testPassword }
  await all.stack.internal.createUser({ body: successor })
  await all.mark(true)
  await all.stack.internal.setAdministrator({ params: { username: 'queen' }, body: { administrator: false } })
  expect(await ended(acting)).toBe(true)
})

test('a terminal of whoever acts as a user is good for the hour, and while they look after the server', async () => {
  await using all = await world()
  const { stack, ana, mark, asRoot, actingTokenOf } = all
  const root = await asRoot()
  const acting = await actingTokenOf(root)
  const { uid: device } = await acceptedDevice(stack, ana)
  const ticketFor = async (client: typeof acting) =>
    (await client.createTerminalTicket({ body: { device, username: 'pi', password: 'raspberry' } })).body.token
  const redeem = async (ticket: string) => (await stack.internal.redeemTerminalTicket({ body: { ticket } })).body
  const openedBy = async (client: typeof acting) => {
    const body = await redeem(await ticketFor(client))
    if (body.outcome !== 'good') throw new Error('The ticket is not good.')
    const { user_id, tenant_id, token_version, by, until } = body.ticket
    return { user_id, tenant_id, token_version, ...(by && { by }), ...(until !== undefined && { until }) }
  }
  const [terminal, own] = [await openedBy(acting), await openedBy(ana.client)]
  const allowed = async (body: typeof terminal) => (await stack.internal.checkTerminalUser({ body })).body.allowed
  const both = async () => [await allowed(terminal), await allowed(own)]
  expect(terminal.until).toBe(Math.floor((stack.clock.now() + hours(limits.actingTokenHours)) / 1000))
  expect(Object.keys(own)).toEqual(['user_id', 'tenant_id', 'token_version'])
  expect(await both()).toEqual([true, true])
  const [late, ofAna] = [await ticketFor(acting), await ticketFor(ana.client)]
  await mark(false)
  expect(await both()).toEqual([false, true])
  expect([await redeem(late), await redeem(ofAna)]).toMatchObject([{ outcome: 'unknown' }, { outcome: 'good' }])
  await mark(true)
  expect(await both()).toEqual([true, true])
  stack.clock.advance(hours(limits.actingTokenHours))
  expect(await both()).toEqual([false, true])
  const again = await openedBy(await actingTokenOf(root))
  expect(await allowed(again)).toBe(true)
  await root.logout()
  expect(await allowed(again)).toBe(false)
})

test('who acts as a user takes nothing along that outlasts it', async () => {
  await using all = await world()
  const { ana } = all
  const acting = await all.actingTokenOf(await all.asRoot())
  const body = { name: 'kept', expires_at: -1 } as const
  await expect(acting.createApiKey({ body })).rejects.toMatchObject(refused)
  await ana.client.createApiKey({ body })
  await ana.client.createCertificateAuthority({ body: { name: 'ours' } })
  const { data } = newKey()
  const public_key = Buffer.from(data, 'base64').toString()
  const certificate = { body: { public_key, principals: ['root'] } }
  await expect(acting.issueCertificate(certificate)).rejects.toMatchObject(refused)
  await ana.client.issueCertificate(certificate)
})
