// Things of ana's namespace that inputs of calls are about, each made anew.
import { randomBytes } from 'node:crypto'
import type {
  ConnectorUid,
  DeviceUid,
  Fingerprint,
  MailId,
  SessionUid,
  TenantId,
  Tunnel,
  UserId,
  WebhookDeliveryId,
  WebhookId,
} from '@sshore/contract'
import { encodeFilter } from './test-filter.ts'
import { acceptedDevice, newDevice, openSession, register } from './test-device.ts'
import { startTestEngine } from './test-engine.ts'
import { type TestServer, testPassword } from './test-server.ts'

export interface World {
  readonly stack: TestServer
  readonly ana: Awaited<ReturnType<TestServer['signUp']>>
}

export const unique = (prefix: string): string => `${prefix}-${randomBytes(4).toString('hex')}`

export async function newUser({ stack }: World): Promise<{ id: UserId; username: string; email: string }> {
  const username = unique('user')
  const email = `${username}@example.org`
  const { body } = await stack.internal.createUser({ body: { username, email, password: testPassword } })
  return { id: body.id, username, email }
}

export async function newMember(world: World): Promise<{ id: UserId; username: string }> {
  const user = await newUser(world)
  const body = { user: user.username, role: 'observer' } as const
  await world.stack.internal.addMemberByName({ params: { name: 'ana' }, body })
  return user
}

export async function newNamespace(world: World): Promise<{ name: string; tenantId: TenantId }> {
  const { username } = await newUser(world)
  const name = unique('space')
  const { body } = await world.stack.internal.createNamespaceFor({ body: { name, owner: username } })
  return { name, tenantId: body.tenant_id }
}

export const hostname = () => unique('host')
export const accepted = async ({ stack, ana }: World): Promise<DeviceUid> =>
  (await acceptedDevice(stack, ana, { hostname: hostname() })).uid
export const pending = async ({ stack, ana }: World): Promise<DeviceUid> =>
  (await register(stack, ana, { hostname: hostname() })).uid

export async function session(world: World): Promise<{ uid: SessionUid; device: DeviceUid }> {
  const device = await accepted(world)
  return { uid: await openSession(world.stack, device), device }
}

export async function tunnel(world: World): Promise<Tunnel> {
  const uid = await accepted(world)
  const body = { host: '127.0.0.1', port: 3000, ttl: 3600 }
  return (await world.ana.client.createTunnel({ params: { uid }, body })).body
}

/** A container of ana's, accepted, without tags. */
export async function container({ stack, ana }: World): Promise<DeviceUid> {
  const info = { id: 'alpine', pretty_name: 'Alpine Linux', version: '1.0.0', arch: 'amd64', platform: 'connector' }
  return (await acceptedDevice(stack, ana, { hostname: hostname(), info })).uid
}

export async function tagged({ ana }: World, uid: DeviceUid): Promise<{ uid: DeviceUid; tag: string }> {
  const tag = unique('tag')
  await ana.client.addDeviceTag({ params: { uid }, body: { tag } })
  return { uid, tag }
}

/** A public key that is filtered by a first tag, and a second one that it may be given. */
export async function taggedKey(world: World): Promise<{ fingerprint: Fingerprint; first: string; second: string }> {
  const { tag: first } = await tagged(world, await accepted(world))
  const { tag: second } = await tagged(world, await accepted(world))
  const { body } = await world.ana.client.createPublicKey({ body: { ...newKey(), filter: { tags: [first] } } })
  return { fingerprint: body.fingerprint, first, second }
}

export async function apiKey({ ana }: World): Promise<string> {
  const name = unique('key')
  await ana.client.createApiKey({ body: { name, expires_at: 30, role: 'operator' } })
  return name
}

export const filterOf = (name: string, value: string): string =>
  encodeFilter([{ type: 'property', params: { name, operator: 'contains', value } }])

export function keyLine(): string {
  const wire = Buffer.concat([
    Buffer.from([0, 0, 0, 11]),
    Buffer.from('ssh-ed25519'),
    Buffer.from([0, 0, 0, 32]),
    randomBytes(32),
  ])
  return Buffer.from(`ssh-ed25519 ${wire.toString('base64')}`).toString('base64')
}

export const newKey = () => ({ data: keyLine(), name: 'laptop', username: '.*', filter: { hostname: '.*' } })

export async function publicKey({ ana }: World): Promise<Fingerprint> {
  return (await ana.client.createPublicKey({ body: newKey() })).body.fingerprint
}

export function waiting({ ana }: World) {
  const { tenant_id: _, ...device } = newDevice(ana.tenantId, { hostname: hostname() })
  return device
}

/** A code that ana's namespace has taken, so that it is hers. */
export async function takenCode(world: World): Promise<string> {
  const { code } = (await world.stack.anonymous.startPairing({ body: waiting(world) })).body
  await world.ana.client.acceptPairing({ params: { code } })
  return code
}

export const authority = () => ({ name: unique('authority'), member_principals: ['pi'], hours_most: 24 })

export async function newAuthority({ ana }: World): Promise<Fingerprint> {
  return (await ana.client.createCertificateAuthority({ body: authority() })).body.fingerprint
}

/** One that can sign; a namespace trusts a few only. */
export async function ownAuthority(world: World): Promise<Fingerprint> {
  const { body } = await world.ana.client.listCertificateAuthorities()
  return body.find(({ own }) => own)?.fingerprint ?? newAuthority(world)
}

export async function certificateRequest(world: World) {
  await ownAuthority(world)
  return { public_key: keyLine(), principals: ['pi'], hours: 8, source_addresses: ['192.0.2.0/24'], key_id: 'laptop' }
}

export const newConnector = async () => ({
  enable: true,
  secure: false,
  address: '127.0.0.1',
  port: await startTestEngine(),
  tls: { ca: '', cert: '', key: '' },
})

/** A namespace has a few only. */
export async function connector({ ana }: World): Promise<ConnectorUid> {
  const { body: all } = await ana.client.listConnectors({ query: { per_page: 100 } })
  const spare = all.length >= 15 ? all[0] : undefined
  if (spare) await ana.client.deleteConnector({ params: { uid: spare.uid } })
  return (await ana.client.createConnector({ body: await newConnector() })).body.uid
}

/** One that gets what is sent to it alone; a namespace has a few only. */
export async function webhook({ ana }: World): Promise<WebhookId> {
  const { body: all } = await ana.client.listWebhooks({ query: { per_page: 100 } })
  const spare = all.length >= 15 ? all[0] : undefined
  if (spare) await ana.client.deleteWebhook({ params: { id: spare.id } })
  const url = 'https://hooks.example.invalid/sshore'
  const body = { name: unique('webhook'), url, events: ['namespace.removed' as const] }
  return (await ana.client.createWebhook({ body })).body.id
}

export async function delivery(world: World): Promise<{ id: WebhookId; delivery: WebhookDeliveryId }> {
  const id = await webhook(world)
  return { id, delivery: (await world.ana.client.testWebhook({ params: { id } })).body.id }
}

export const newRule = () => ({
  action: 'deny' as const,
  active: true,
  priority: 10,
  source_ip: String.raw`203\.0\.113\..*`,
  username: 'nobody',
  filter: { hostname: 'lab-.*' },
})

/** By its number, as it stands in a path. */
export async function firewallRule({ ana }: World): Promise<string> {
  return String((await ana.client.createFirewallRule({ body: newRule() })).body.id)
}

/** A rule that is filtered by a first tag, and a second one that it may be given. */
export async function taggedRule(world: World): Promise<{ id: string; first: string; second: string }> {
  const { tag: first } = await tagged(world, await accepted(world))
  const { tag: second } = await tagged(world, await accepted(world))
  const { body } = await world.ana.client.createFirewallRule({ body: { ...newRule(), filter: { tags: [first] } } })
  return { id: String(body.id), first, second }
}

/** Mail that nobody sends: the servers of tests have no mail server. */
export async function waitingMail({ stack }: World): Promise<MailId> {
  const to = `${unique('to')}@example.org`
  await stack.internal.tryMail({ body: { to } })
  const { body } = await stack.internal.listMails({ query: { per_page: 100 } })
  const mail = body.find(({ recipient }) => recipient === to)
  if (!mail) throw new Error('The mail is not in the outbox.')
  return mail.id
}
