// What outlasts the call that it was begun with ends with the browser session of its token.
import type { Client } from '@sshore/client'
import { limits, type TerminalTicket, type UserId } from '@sshore/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { acceptedDevice } from '../../test-device.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { unique } from '../../test-world.ts'
import { ask, beginWith, fromConsole, opens, signInHere } from './test-browser.ts'

let stack: TestServer
beforeAll(async () => {
  stack = await startTestServer()
}, 60_000)
afterAll(() => stack?.[Symbol.asyncDispose]())

const signOut = (cookie: string) => ask(stack, 'DELETE', '/api/auth/refresh', { ...fromConsole, cookie })

async function world() {
  const username = unique('ana')
  const ana = await stack.signUp(username)
  const { uid: device } = await acceptedDevice(stack, ana)
  const ticketOf = async (client: Client) =>
    (await client.createTerminalTicket({ body: { device, username: 'pi', password: 'raspberry' } })).body.token
  const redeem = async (ticket: string) => (await stack.internal.redeemTerminalTicket({ body: { ticket } })).body
  const terminalOf = async (client: Client): Promise<TerminalTicket> => {
    const body = await redeem(await ticketOf(client))
    if (body.outcome !== 'good') throw new Error('The ticket is not good.')
    return body.ticket
  }
  const allowed = async ({ user_id, tenant_id, token_version, ...more }: TerminalTicket) => {
    const { session, by, until } = more
    const whose = { ...(session && { session }), ...(by && { by }), ...(until && { until }) }
    const body = { user_id, tenant_id, token_version, ...whose }
    return (await stack.internal.checkTerminalUser({ body })).body.allowed
  }
  return { username, ana, device, ticketOf, redeem, terminalOf, allowed }
}

test('a terminal ends with the browser session, which says so at once, and in time', async () => {
  const { username, ana, ticketOf, redeem, terminalOf, allowed } = await world()
  const [here, there] = [await signInHere(stack, username), await signInHere(stack, username)]
  const began = stack.clock.now()
  const terminals = [
    await terminalOf(stack.as(here.held)),
    await terminalOf(stack.as(there.held)),
    await terminalOf(ana.client),
  ]
  const { mostHours } = limits.browserSessions
  const until = Math.floor((began + hours(mostHours)) / 1000)
  expect(terminals.map((each) => each.until)).toEqual([until, until, undefined])
  const all = () => Promise.all(terminals.map(allowed))
  expect(await all()).toEqual([true, true, true])
  const late = await ticketOf(stack.as(here.held))
  const told: UserId[] = []
  using listening = new DisposableStack()
  listening.defer(stack.server.bus.subscribe('user.standing', ({ userId }) => told.push(userId)))
  await signOut(here.cookie)
  expect(told).toEqual([ana.id])
  expect(await all()).toEqual([false, true, true])
  expect(await redeem(late)).toEqual({ outcome: 'unknown' })
  stack.clock.advance(hours(mostHours))
  expect(await all()).toEqual([false, false, true])
})

test('a session that gives way to newer ones says so', async () => {
  const { username, ana, terminalOf, allowed } = await world()
  const terminal = await terminalOf(stack.as((await signInHere(stack, username)).held))
  const told: UserId[] = []
  using listening = new DisposableStack()
  listening.defer(stack.server.bus.subscribe('user.standing', ({ userId }) => told.push(userId)))
  stack.clock.advance(1)
  const { token } = await stack.signIn(username)
  for (let more = 1; more < limits.browserSessions.perUser; more += 1) await beginWith(stack, token)
  expect([told, await allowed(terminal)]).toEqual([[], true])
  await beginWith(stack, token)
  expect([told, await allowed(terminal)]).toEqual([[ana.id], false])
})

test('a pass of a tunnel ends with the browser session, and so does a code on the way to one', async () => {
  const { username, ana, device: uid } = await world()
  const body = { host: '127.0.0.1', port: 3000, ttl: -1, members_only: true }
  const { address } = (await ana.client.createTunnel({ params: { uid }, body })).body
  const params = { address }
  const codeOf = async (client: Client) => (await client.enterTunnel({ params, body: {} })).body.code
  const redeem = async (code: string) => (await stack.internal.redeemTunnelCode({ params, body: { code } })).body
  const enters = async (pass: string) =>
    (await stack.internal.visitTunnel({ params, body: { ip_address: '203.0.113.9', pass } })).body.outcome
  const passOf = async (client: Client) => {
    const redeemed = await redeem(await codeOf(client))
    return redeemed.outcome === 'good' ? redeemed.pass : ''
  }
  const { held, cookie } = await signInHere(stack, username)
  const passes = [await passOf(stack.as(held)), await passOf(ana.client)]
  const [late, own] = [await codeOf(stack.as(held)), await codeOf(ana.client)]
  expect(await Promise.all(passes.map(enters))).toEqual(['found', 'found'])
  await signOut(cookie)
  expect(await Promise.all(passes.map(enters))).toEqual(['members_only', 'found'])
  expect([await redeem(late), await redeem(own)]).toMatchObject([{ outcome: 'unknown' }, { outcome: 'good' }])
})

test('a token to act as a user ends with the browser session of whoever took it', async () => {
  const { ana, terminalOf, allowed } = await world()
  const username = unique('root')
  await stack.signUp(username)
  await stack.internal.setAdministrator({ params: { username }, body: { administrator: true } })
  const [here, there] = [await signInHere(stack, username), await signInHere(stack, username)]
  const act = async (token: string) => (await stack.as(token).adminGetUserToken({ params: { id: ana.id } })).body
  const acting = [await act(here.held), await act(there.held)]
  const terminals = await Promise.all(acting.map(({ token }) => terminalOf(stack.as(token))))
  const good = () =>
    Promise.all([...acting.map(({ token }) => opens(stack, token)), ...terminals.map((terminal) => allowed(terminal))])
  expect(await good()).toEqual([true, true, true, true])
  await signOut(here.cookie)
  expect(await good()).toEqual([false, true, false, true])
})
