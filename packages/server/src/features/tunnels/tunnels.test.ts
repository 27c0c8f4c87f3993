import { ApiError } from '@sshore/client'
import { features, limits, type Tunnel, zeroTime } from '@sshore/contract'
import { expect, test } from 'vitest'
import { acceptedDevice, register } from '../../test-device.ts'
import { startTestServer } from '../../test-server.ts'
import { deleteExpired } from './tunnels.store.ts'

const end = { host: '127.0.0.1', port: 3000, ttl: 600 }
const codeOf = (error: unknown): unknown => (error instanceof ApiError ? error.code : error)
const refused = (call: Promise<unknown>): Promise<unknown> => call.then(() => 'let through', codeOf)

const [edition] = features.tunnels

async function world() {
  await using undo = new AsyncDisposableStack()
  const stack = undo.use(await startTestServer({ edition }))
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'lab-pi' })
  const open = async (more: object = {}): Promise<Tunnel> =>
    (await ana.client.createTunnel({ params: { uid }, body: { ...end, ...more } })).body
  const visit = async ({ address }: Tunnel, pass?: string, ip_address = '203.0.113.9') =>
    (await stack.internal.visitTunnel({ params: { address }, body: { ip_address, ...(pass && { pass }) } })).body
  const resources = undo.move()
  return { stack, ana, uid, open, visit, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

test('a tunnel has an address under the domain, and leads to its host and port', async () => {
  await using all = await world()
  const { ana, uid, open, visit } = all
  const tunnel = await open({ host: 'Printer.lan' })
  expect(tunnel).toMatchObject({ namespace: ana.tenantId, device: uid, host: 'printer.lan', members_only: false })
  expect(tunnel.address).toMatch(/^[0-9a-f]{32}$/)
  expect(tunnel.full_address).toBe(`${tunnel.address}.tunnels.test`)
  expect(tunnel.url).toBe(`https://${tunnel.full_address}`)
  expect(await visit(tunnel)).toEqual({
    outcome: 'found',
    target: { device_uid: uid, tenant_id: ana.tenantId, host: 'printer.lan', port: 3000 },
  })
  const { body, headers } = await ana.client.listTunnels({ params: { uid }, query: {} })
  expect([body, headers['X-Total-Count']]).toEqual([[tunnel], '1'])
  await ana.client.deleteTunnel({ params: { uid, address: tunnel.address } })
  expect(await visit(tunnel)).toEqual({ outcome: 'unknown' })
  expect(await refused(ana.client.deleteTunnel({ params: { uid, address: tunnel.address } }))).toBe('tunnel_not_found')
  expect((await open()).address).not.toBe(tunnel.address)
})

test('it expires some time after its last use, and opened again keeps its address', async () => {
  await using all = await world()
  const { stack, open, visit } = all
  const tunnel = await open()
  stack.clock.advance(599_000)
  expect(await visit(tunnel)).toMatchObject({ outcome: 'found' })
  stack.clock.advance(599_000)
  expect(await visit(tunnel)).toMatchObject({ outcome: 'found' })
  stack.clock.advance(600_000)
  expect(await visit(tunnel)).toEqual({ outcome: 'unknown' })
  const again = await open({ ttl: -1 })
  expect(again).toMatchObject({ address: tunnel.address, expires_in: zeroTime, created_at: tunnel.created_at })
  expect(await visit(await open({ ttl: 0 }))).toEqual({ outcome: 'unknown' })
  expect((await open({ ttl: limits.tunnels.ttlSecondsMost })).expires_in).toMatch(/^23\d\d-/)
  await open({ ttl: -1 })
  stack.clock.advance(10 * 365 * 24 * 3_600_000)
  expect(await visit(tunnel)).toMatchObject({ outcome: 'found' })
})

test('opened again it is for whom it was: nobody opens to everybody what is for members without saying so', async () => {
  await using all = await world()
  const { open } = all
  const tunnel = await open({ members_only: true })
  expect(await open({ ttl: 60 })).toMatchObject({ address: tunnel.address, members_only: true })
  expect(await open({ members_only: false })).toMatchObject({ address: tunnel.address, members_only: false })
  expect(await open()).toMatchObject({ members_only: false })
})

test('who acts as a member gets in for as long as they act, and no longer', async () => {
  await using all = await world()
  const { stack, ana, open, visit } = all
  await stack.signUp('root')
  await stack.internal.setAdministrator({ params: { username: 'root' }, body: { administrator: true } })
  const { client: root } = await stack.signIn('root')
  const acting = stack.as((await root.adminGetUserToken({ params: { id: ana.id } })).body.token)
  const tunnel = await open({ members_only: true, ttl: -1 })
  const params = { address: tunnel.address }
  const passFor = async (client: typeof acting) => {
    const { code } = (await client.enterTunnel({ params, body: {} })).body
    const { body } = await stack.internal.redeemTunnelCode({ params, body: { code } })
    return body.outcome === 'good' ? body.pass : ''
  }
  const [passes, own] = [await passFor(acting), await passFor(ana.client)]
  expect(await visit(tunnel, passes)).toMatchObject({ outcome: 'found' })
  const mark = (administrator: boolean) =>
    stack.internal.setAdministrator({ params: { username: 'root' }, body: { administrator } })
  await mark(false)
  expect(await visit(tunnel, passes)).toEqual({ outcome: 'members_only' })
  expect(await visit(tunnel, own)).toMatchObject({ outcome: 'found' })
  await mark(true)
  expect(await visit(tunnel, passes)).toMatchObject({ outcome: 'found' })
  stack.clock.advance(3_600_000)
  expect(await visit(tunnel, passes)).toEqual({ outcome: 'members_only' })
  expect(await visit(tunnel, own)).toMatchObject({ outcome: 'found' })
})

test('a device has a limited number of them; an expired one gives way', async () => {
  await using all = await world()
  const { stack, open } = all
  await open({ port: 1, ttl: 60 })
  for (let port = 2; port <= limits.tunnels.perDevice; port += 1) await open({ port, ttl: -1 })
  expect(await refused(open({ port: 5000 }))).toBe('tunnel_limit')
  stack.clock.advance(61_000)
  await open({ port: 5000 })
  expect(await refused(open({ port: 1 }))).toBe('tunnel_limit')
})

test('an expired one is forgotten after a month, one that does not expire never', async () => {
  await using all = await world()
  const { stack, ana, uid, open } = all
  await open({ port: 1, ttl: 60 })
  await open({ port: 2, ttl: -1 })
  await using beside = await stack.openDatabase()
  const days = (count: number): number => stack.clock.now() + count * 24 * 3_600_000
  expect(await deleteExpired(beside.database, stack.clock.now())).toBe(0)
  expect(await deleteExpired(beside.database, days(30))).toBe(1)
  const { body } = await ana.client.listTunnels({ params: { uid }, query: {} })
  expect(body.map(({ port }) => port)).toEqual([2])
})

test('a re-flashed device takes over the tunnels of its old self', async () => {
  await using all = await world()
  const { stack, ana, uid, open, visit } = all
  const tunnel = await open()
  stack.clock.advance(1)
  await open({ port: 4000 })
  stack.clock.advance(180_000)
  const { mac } = (await ana.client.getDevice({ params: { uid } })).body.identity
  const { uid: flashed } = await register(stack, ana, { hostname: 'lab-pi', identity: { mac } })
  expect(flashed).not.toBe(uid)
  await ana.client.setDeviceStatus({ params: { uid: flashed, status: 'accept' } })
  const { body } = await ana.client.listTunnels({ params: { uid: flashed }, query: {} })
  expect(body.map(({ port }) => port)).toEqual([3000, 4000])
  expect(await visit(tunnel)).toMatchObject({ target: { device_uid: flashed } })
})

test('only accepted devices have tunnels, and a rejected one is not reached any more', async () => {
  await using all = await world()
  const { stack, ana, uid, open, visit } = all
  const pending = await register(stack, ana, { hostname: 'waits' })
  expect(await refused(ana.client.createTunnel({ params: { uid: pending.uid }, body: end }))).toBe(
    'device_not_accepted',
  )
  const tunnel = await open()
  await ana.client.setDeviceStatus({ params: { uid, status: 'reject' } })
  expect(await visit(tunnel)).toEqual({ outcome: 'unknown' })
  await ana.client.setDeviceStatus({ params: { uid, status: 'accept' } })
  expect(await visit(tunnel)).toMatchObject({ outcome: 'found' })
})

test('members get a pass for a tunnel of members; it dies with their membership, and a code is good once', async () => {
  await using all = await world()
  const { stack, ana, open, visit } = all
  const tunnel = await open({ members_only: true })
  const other = await open({ port: 4000, members_only: true })
  const params = { address: tunnel.address }
  expect(await visit(tunnel)).toEqual({ outcome: 'members_only' })
  expect(await visit(tunnel, 's1.nonsense')).toEqual({ outcome: 'members_only' })
  const bob = await stack.signUp('bob')
  expect(await refused(bob.client.enterTunnel({ params, body: {} }))).toBe('tunnel_not_found')
  await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: 'bob', role: 'observer' } })

  const enter = async (state?: string) => (await bob.client.enterTunnel({ params, body: state ? { state } : {} })).body
  const redeem = async (code: string, state?: string, address = tunnel.address) =>
    (await stack.internal.redeemTunnelCode({ params: { address }, body: { code, ...(state && { state }) } })).body
  const { code, url } = await enter('browser-1')
  expect(url).toBe(`${tunnel.url}/.well-known/sshore/enter?code=${code}`)
  expect(await redeem(code, 'browser-2')).toEqual({ outcome: 'unknown' })
  // Tried once, it is gone.
  expect(await redeem(code, 'browser-1')).toEqual({ outcome: 'unknown' })
  expect(await redeem((await enter()).code, undefined, other.address)).toEqual({ outcome: 'unknown' })
  const good = await redeem((await enter('browser-1')).code, 'browser-1')
  if (good.outcome !== 'good') throw new Error('The code was refused.')
  expect(await visit(tunnel, good.pass)).toMatchObject({ outcome: 'found' })
  expect(await visit(other, good.pass)).toEqual({ outcome: 'members_only' })

  stack.clock.advance(limits.tunnels.passSeconds * 1000 - 1)
  await open({ members_only: true })
  expect(await visit(tunnel, good.pass)).toMatchObject({ outcome: 'found' })
  stack.clock.advance(1)
  expect(await visit(tunnel, good.pass)).toEqual({ outcome: 'members_only' })

  const fresh = await redeem((await enter()).code)
  if (fresh.outcome !== 'good') throw new Error('The code was refused.')
  expect(await visit(tunnel, fresh.pass)).toMatchObject({ outcome: 'found' })
  await ana.client.removeMember({ params: { tenant: ana.tenantId, uid: bob.id } })
  expect(await visit(tunnel, fresh.pass)).toEqual({ outcome: 'members_only' })
})

test('the firewall is asked about visitors by a login name that nobody has, and the audit log tells of its refusals', async () => {
  await using all = await world()
  const { ana, open, visit } = all
  const tunnel = await open()
  const rule = { action: 'deny', active: true, priority: 1, filter: { hostname: '.*' } } as const
  await ana.client.createFirewallRule({
    body: { ...rule, source_ip: String.raw`203\.0\.113\..*`, username: ':tunnel' },
  })
  expect(await visit(tunnel)).toEqual({ outcome: 'denied' })
  expect(await visit(tunnel, undefined, '198.51.100.7')).toMatchObject({ outcome: 'found' })
  const { body: entries } = await ana.client.listAudit({ query: { per_page: 100 } })
  const told = entries.find(({ action }) => action === 'device.connection-refused')
  expect(told).toMatchObject({ after: { username: ':tunnel', ip_address: '203.0.113.9' } })
  expect(JSON.stringify(entries)).not.toContain(tunnel.address)
})

test('without a domain there are no tunnels', async () => {
  await using stack = await startTestServer({ edition, tunnels: undefined })
  const ana = await stack.signUp('ana')
  const params = { uid: (await acceptedDevice(stack, ana, { hostname: 'lab-pi' })).uid }
  expect(await refused(ana.client.createTunnel({ params, body: end }))).toBe('tunnels_off')
  expect(await refused(ana.client.listTunnels({ params, query: {} }))).toBe('tunnels_off')
})
