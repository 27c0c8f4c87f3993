// Devices as the tests of this package need them.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { BodyOf, Bus, BusTopics, contract, DeviceUid, ReplyOf, SessionUid, TenantId } from '@sshore/contract'
import type { Clock } from './platform/clock.ts'
import { createServices, type Services } from './services.ts'
import type { TestServer } from './test-server.ts'

export type Registration = BodyOf<typeof contract.registerDevice>

const newDeviceKey = (): string =>
  generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** A device of its own key and MAC, unless told otherwise. */
export function newDevice(tenant: string, fields: Partial<Registration> = {}): Registration {
  const mac = [...randomBytes(6)].map((byte) => byte.toString(16).padStart(2, '0')).join(':')
  return {
    info: { id: 'debian', pretty_name: 'Debian GNU/Linux', version: '1.0.0', arch: 'arm64', platform: 'native' },
    hostname: 'lab-pi',
    identity: { mac },
    public_key: newDeviceKey(),
    // Tokens carry the tenant as plain text; what signed up has one.
    tenant_id: tenant as TenantId,
    ...fields,
  }
}

type Member = Awaited<ReturnType<TestServer['signUp']>>
export type RegisteredDevice = ReplyOf<typeof contract.registerDevice>

export async function register(
  stack: TestServer,
  member: Member,
  fields: Partial<Registration> = {},
): Promise<RegisteredDevice> {
  const { body } = await stack.anonymous.registerDevice({ body: newDevice(member.tenant, fields) })
  return body
}

export async function acceptedDevice(
  stack: TestServer,
  member: Member,
  fields: Partial<Registration> = {},
): Promise<RegisteredDevice> {
  const device = await register(stack, member, fields)
  await member.client.setDeviceStatus({ params: { uid: device.uid, status: 'accept' } })
  return device
}

export const newSessionUid = (): SessionUid => randomBytes(32).toString('hex') as SessionUid

export const openSession = async (
  stack: TestServer,
  deviceUid: DeviceUid,
  uid = newSessionUid(),
): Promise<SessionUid> => {
  await stack.internal.createSession({
    body: {
      uid,
      device_uid: deviceUid,
      username: 'root',
      ip_address: '203.0.113.9',
      type: 'term',
      term: '',
      authenticated: false,
    },
  })
  return uid
}

/** What is published from now on. */
export function heard<T extends keyof BusTopics>(bus: Bus, topic: T): BusTopics[T][] {
  const messages: BusTopics[T][] = []
  bus.subscribe(topic, (message) => messages.push(message))
  return messages
}

/** Past the limit on how many tags a call takes, and the check of what they consist of. */
export async function tagDevice(stack: TestServer, tenant: string, uid: DeviceUid, ...tags: string[]): Promise<void> {
  await using open = await stack.openDatabase()
  const rows = tags.map((tag) => ({ device_uid: uid, tenant_id: tenant as TenantId, tag }))
  await open.database.insertInto('device_tags').values(rows).execute()
}

export async function setDeviceLimit(stack: TestServer, tenant: string, maxDevices: number): Promise<void> {
  await using open = await stack.openDatabase()
  await open.database
    .updateTable('namespaces')
    .set({ max_devices: maxDevices })
    .where('tenant_id', '=', tenant as TenantId)
    .execute()
}

/** The inside of a second server on the same data, for what has no call. */
export const secondServices = (stack: TestServer, clock: Clock = stack.clock): Promise<Services> =>
  createServices({ ...stack.options, clock })
