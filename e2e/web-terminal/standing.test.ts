// Who may have a terminal, and that whoever may not any more loses it at once.
import { type Client, createClient, fetchTransport } from '@sshore/client'
import { features, type UserId } from '@sshore/contract'
import {
  BrowserTerminal,
  newBrowserKey,
  type SeededUser,
  type UnixUser,
  unixUser,
  until,
  UpgradeRefused,
} from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { openTerminal, size, ticketFor } from './open-terminal.ts'

// Where somebody may act as a user.
const one = oneDevice({ config: { edition: features.admin[0] } })
let user: UnixUser
beforeAll(async () => {
  user = await unixUser({ shell: '/bin/sh' })
})
afterAll(() => user[Symbol.asyncDispose]())

const proof = () => ({ username: user.name, password: user.password })

async function openedBy(client: Client): Promise<BrowserTerminal> {
  const terminal = await openTerminal(one, { client, ...proof() })
  await terminal.hears('ready')
  return terminal
}

async function works(terminal: BrowserTerminal, word: string): Promise<void> {
  terminal.type(`echo "[${word}]$((1+1))"\n`)
  await terminal.shows(`[${word}]2`)
}

const idOf = async ({ client }: SeededUser): Promise<UserId> => (await client.getAuthUser()).body.id

describe('a ticket', () => {
  it('is given to members from the role observer on, and to nobody else', async () => {
    const observer = await one.stack.seed.member(one.namespace, 'observer')
    using terminal = await openedBy(observer.client)
    await works(terminal, 'observer')
    const { owner: stranger } = await one.stack.seed.namespace()
    await expect(ticketFor(one, { client: stranger.client, ...proof() })).rejects.toMatchObject({ status: 404 })
    await expect(ticketFor(one, { client: one.stack.anonymous, ...proof() })).rejects.toMatchObject({ status: 401 })
  })

  it('is not given for nothing, nor for a key of another namespace', async () => {
    await expect(ticketFor(one, { username: user.name })).rejects.toMatchObject({ status: 400 })
    const foreign = await one.stack.seed.namespace()
    const { fingerprint } = await one.stack.seed.publicKey(foreign, (await newBrowserKey()).line)
    await expect(ticketFor(one, { username: user.name, fingerprint })).rejects.toMatchObject({ status: 404 })
  })

  it('opens nothing for a member who was removed since', async () => {
    const member = await one.stack.seed.member(one.namespace, 'operator')
    const ticket = await ticketFor(one, { client: member.client, ...proof() })
    const { tenantId: tenant, owner } = one.namespace
    await owner.client.removeMember({ params: { tenant, uid: await idOf(member) } })
    using terminal = await BrowserTerminal.dial(one.stack.url)
    terminal.say({ type: 'open', ticket, ...size })
    expect(await terminal.hears('error')).toMatchObject({ code: 'unknown_ticket' })
  })
})

describe('a terminal', () => {
  it('goes on when its user gets another role, and ends at once when the user is removed', async () => {
    const [member, other] = await Promise.all([
      one.stack.seed.member(one.namespace, 'operator'),
      one.stack.seed.member(one.namespace, 'operator'),
    ])
    using terminal = await openedBy(member.client)
    using control = await openedBy(other.client)
    const { tenantId: tenant, owner } = one.namespace
    const uid = await idOf(member)
    await owner.client.updateMember({ params: { tenant, uid }, body: { role: 'observer' } })
    await works(terminal, 'still here')
    await owner.client.removeMember({ params: { tenant, uid } })
    expect(await terminal.hears('error')).toMatchObject({ code: 'closed' })
    const { token } = await terminal.hears('ready')
    using back = await BrowserTerminal.dial(one.stack.url)
    back.say({ type: 'resume', token, ...size })
    expect(await back.hears('error')).toMatchObject({ code: 'unknown_token' })
    await works(control, 'not touched')
  })

  it('ends when its user signs out everywhere', async () => {
    const member = await one.stack.seed.member(one.namespace, 'operator')
    using terminal = await openedBy(member.client)
    await member.client.logout()
    expect(await terminal.hears('error')).toMatchObject({ code: 'closed' })
  })

  it('ends for whoever acts as its user when they look after the server no more, and goes on for the user', async () => {
    const { internal } = one.stack
    const [member, { owner: root }] = await Promise.all([
      one.stack.seed.member(one.namespace, 'operator'),
      one.stack.seed.namespace(),
    ])
    const mark = (administrator: boolean) =>
      internal.setAdministrator({ params: { username: root.username }, body: { administrator } })
    await mark(true)
    const { token } = (await root.client.adminGetUserToken({ params: { id: await idOf(member) } })).body
    const acting = createClient(fetchTransport(one.stack.url, fetch), () => ({ authorization: `Bearer ${token}` }))
    using terminal = await openedBy(acting)
    using control = await openedBy(member.client)
    await works(terminal, 'acting')
    await mark(false)
    expect(await terminal.hears('error')).toMatchObject({ code: 'closed' })
    await works(control, 'not touched')
  })

  it('is closed from the console', async () => {
    using terminal = await openedBy(one.namespace.owner.client)
    const { session: uid } = await terminal.hears('ready')
    await one.namespace.owner.client.closeSession({ params: { uid }, body: { device: one.device.uid } })
    expect(await terminal.hears('error')).toMatchObject({ code: 'closed', message: 'Somebody closed the session.' })
  })

  it('ends with its device', async () => {
    await using device = await one.stack.addDevice(one.namespace, { hostname: 'second' })
    // Its agent may be coming back just now, with its new standing.
    using terminal = await until('the terminal opens', async () => {
      const attempt = await openTerminal(one, { device: device.uid, ...proof() })
      await attempt.hears('ready')
      return attempt
    })
    await one.namespace.owner.client.removeDevice({ params: { uid: device.uid } })
    expect(await terminal.hears('error')).toMatchObject({ code: 'closed', message: 'The device was removed.' })
  })
})

describe('a page', () => {
  it.each([
    ['of another site', { origin: 'https://evil.example' }, 403],
    ['in a sandbox', { origin: 'null' }, 403],
    ['of this host on another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['that speaks something else', { subprotocol: 'chat' }, 426],
    ['that names no ticket in the older form', { subprotocol: undefined }, 400],
    ['that names no size in the older form', { subprotocol: undefined, query: `?token=${'x'.repeat(32)}` }, 400],
  ])('%s opens nothing', async (_, options, status) => {
    await expect(BrowserTerminal.dial(one.stack.url, options)).rejects.toMatchObject({ status })
    await expect(BrowserTerminal.dial(one.stack.url, options)).rejects.toBeInstanceOf(UpgradeRefused)
  })
})
