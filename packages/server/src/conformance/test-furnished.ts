// A namespace with something of everything that a namespace may hold.
import type {
  ConnectorUid,
  DeviceUid,
  Fingerprint,
  FirewallRuleId,
  SessionUid,
  TenantId,
  TunnelAddress,
  UserId,
  WebhookDeliveryId,
  WebhookId,
} from '@sshore/contract'
import { openAccount, patchAccount } from '../features/billing/accounts.store.ts'
import { insertRemoved } from '../features/billing/removed-devices.store.ts'
import { deviceUid } from '../features/devices/index.ts'
import { insertTexts } from '../features/recording/texts.store.ts'
import { time } from '../platform/database/codecs.ts'
import { scopeOf } from '../platform/scope.ts'
import { acceptedDevice, openSession, register, setDeviceLimit, tagDevice } from '../test-device.ts'
import { type Invited, invitedBy } from '../test-accounts.ts'
import { newConnector, newRule } from '../test-world.ts'
import { samples } from '../test-samples.ts'
import { recorded } from '../test-recording.ts'
import type { TestServer } from '../test-server.ts'

type Member = Awaited<ReturnType<TestServer['signUp']>>

export interface Furnished extends Member {
  readonly device: { readonly uid: DeviceUid; readonly name: string }
  readonly mac: string
  /** Not accepted, without tags and sessions. */
  readonly pendingUid: DeviceUid
  readonly removedUid: DeviceUid
  readonly sessionUid: SessionUid
  /** Of a key that opens devices with the tag `bench`, and that tag alone. */
  readonly fingerprint: Fingerprint
  readonly authority: Fingerprint
  readonly apiKey: string
  readonly member: string
  /** Of a firewall rule for devices with the tag `bench`, and that tag alone. */
  readonly rule: FirewallRuleId
  readonly tunnel: TunnelAddress
  readonly memberId: UserId
  /** Who was invited and has not answered. */
  readonly guest: Invited
  readonly connector: ConnectorUid
  /** With a delivery that waits. */
  readonly webhook: { readonly id: WebhookId; readonly delivery: WebhookDeliveryId }
  /** All that a row may name it by. */
  readonly identifiers: readonly string[]
}

/** One to which nothing is sent, so that it stays as it is. */
async function quietWebhook(stack: TestServer, { client }: Member): Promise<Furnished['webhook']> {
  const url = 'https://hooks.example.invalid/sshore'
  const { id } = (await client.createWebhook({ body: { name: 'chat', url, events: ['namespace.removed'] } })).body
  await using open = await stack.openDatabase()
  const never = { rest_until: Number.MAX_SAFE_INTEGER }
  await open.database.updateTable('webhooks').set(never).where('id', '=', id).execute()
  return { id, delivery: (await client.testWebhook({ params: { id } })).body.id }
}

/** Text of a recording that is still written, so that it stays as it is. */
async function searchable(stack: TestServer, tenantId: TenantId, uid: SessionUid): Promise<void> {
  await using open = await stack.openDatabase()
  await insertTexts(open.database, scopeOf(tenantId), uid, 0, [{ at: 1500, text: 'bench', words: 'bench' }])
}

/** How many devices were online at this moment. */
async function counted(stack: TestServer, { tenantId }: Member, at = stack.clock.now()): Promise<void> {
  await using open = await stack.openDatabase()
  const row = { tenant_id: tenantId, step_seconds: 300, at, online: 1, registered: 1 }
  await open.database.insertInto('online_counts').values(row).execute()
}

/** What is known of it at the payment provider, and a device that was removed; with no provider there. */
async function paying(stack: TestServer, { tenantId }: Member, name: string): Promise<DeviceUid> {
  await using open = await stack.openDatabase()
  const scope = scopeOf(tenantId)
  await openAccount(open.database, scope, 0)
  await patchAccount(open.database, scope, { customer: `cus_${name}`, subscription: `sub_${name}`, status: 'active' })
  const device = await open.database
    .selectFrom('devices')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const uid = deviceUid(`removed ${name}`, '', tenantId)
  await insertRemoved(open.database, { ...device, uid, status: 'removed', status_updated_at: 2 })
  return uid
}

/** Makes one with its owner, and a member beside them. */
export async function furnished(stack: TestServer, name: string): Promise<Furnished> {
  const owner = await stack.signUp(name)
  const { client, tenantId } = owner
  const world = { stack, ana: owner }
  const member = `${name}-member`
  const { id: memberId } = (
    await stack.internal.createUser({
      body: { username: member, email: `${member}@example.org`, password: 'correct horse' },
    })
  ).body
  await stack.internal.addMemberByName({ params: { name }, body: { user: member, role: 'operator' } })
  const guest = await invitedBy(client, tenantId, `${name}-guest@example.org`)
  const mac = `02:00:00:00:00:0${name.length}`
  const device = await acceptedDevice(stack, owner, { hostname: `${name}-pi`, identity: { mac } })
  const pending = await register(stack, owner, { hostname: `${name}-waits` })
  await tagDevice(stack, tenantId, device.uid, 'bench', name)
  const sessionUid = await openSession(stack, device.uid)
  const event = { type: 'pty-req', timestamp: time.toWire(0), data: 'xterm', seat: 0 }
  await stack.internal.updateSession({ params: { uid: sessionUid }, body: { events: [event] } })
  await recorded(world, sessionUid, 'bench', false)
  await searchable(stack, tenantId, sessionUid)
  const { code } = (await samples.getPairing(world)).params ?? {}
  await client.acceptPairing({ params: { code: String(code) } })
  const { data } = (await samples.createPublicKey(world)).body ?? {}
  const key = { data: String(data), name: 'laptop', username: '.*', filter: { tags: ['bench'] } }
  const { fingerprint } = (await client.createPublicKey({ body: key })).body
  const apiKey = `${name}-key`
  await client.createApiKey({ body: { name: apiKey, expires_at: 30, role: 'operator' } })
  const { fingerprint: authority } = (
    await client.createCertificateAuthority({ body: { name: 'own', member_principals: ['pi'], hours_most: 24 } })
  ).body
  const request = await samples.issueCertificate(world)
  await client.issueCertificate({ body: request.body as Parameters<typeof client.issueCertificate>[0]['body'] })
  await client.revokeCertificate({ params: { fingerprint: authority }, body: { serial: '1' } })
  const webhook = await quietWebhook(stack, owner)
  const { id: rule } = (await client.createFirewallRule({ body: { ...newRule(), filter: { tags: ['bench'] } } })).body
  const ofDevice = { params: { uid: device.uid } }
  const end = { host: '127.0.0.1', port: 3000, ttl: 60 }
  const { address: tunnel } = (await client.createTunnel({ ...ofDevice, body: end })).body
  const { uid: connector } = (await client.createConnector({ body: await newConnector() })).body
  await counted(stack, owner)
  const removedUid = await paying(stack, owner, name)
  return {
    ...owner,
    removedUid,
    tunnel,
    connector,
    device,
    mac,
    pendingUid: pending.uid,
    sessionUid,
    fingerprint,
    authority,
    apiKey,
    member,
    rule,
    memberId,
    guest,
    webhook,
    identifiers: [tenantId, device.uid, pending.uid, sessionUid, fingerprint, authority, removedUid],
  }
}

/** More of what is counted. */
export async function furnishMore(stack: TestServer, of: Furnished): Promise<void> {
  await register(stack, of, { hostname: 'more' })
  await invitedBy(of.client, of.tenantId, `${of.user}-more@example.org`)
  const { uid } = await acceptedDevice(stack, of, { hostname: `${of.user}-more` })
  await tagDevice(stack, of.tenantId, uid, 'more')
  await openSession(stack, uid)
  const { data } = (await samples.createPublicKey({ stack, ana: of })).body ?? {}
  const key = { data: String(data), name: 'more', username: '.*', filter: { tags: ['more'] } }
  await of.client.createPublicKey({ body: key })
  await quietWebhook(stack, of)
  await of.client.createConnector({ body: await newConnector() })
  await of.client.createFirewallRule({ body: { ...newRule(), filter: { tags: ['more'] } } })
  await counted(stack, of, stack.clock.now() + 1)
  await setDeviceLimit(stack, of.tenantId, 50)
  await of.client.updateNamespace({ params: { tenant: of.tenantId }, body: { settings: { session_record: true } } })
}
