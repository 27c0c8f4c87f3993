// Devices as the tests of this package need them.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import {
  type BodyOf,
  type Bus,
  type BusTopics,
  type contract,
  type DeviceUid,
  editions,
  type ReplyOf,
  type SessionUid,
  type TenantId,
} from '@sshore/contract'
import { pino } from 'pino'
import type { Clock } from './platform/clock.ts'
import { createServices, type Services } from './services.ts'
import { type TestServer, testServiceToken } from './test-server.ts'

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

/** Tags have no call of their own yet. */
export function tagDevice(stack: TestServer, tenant: string, uid: DeviceUid, ...tags: string[]): void {
  using database = new DatabaseSync(join(stack.dataDir, 'sshore.db'))
  const insert = database.prepare('insert into device_tags (device_uid, tenant_id, tag) values (?, ?, ?)')
  for (const tag of tags) insert.run(uid, tenant, tag)
}

export function setDeviceLimit(stack: TestServer, tenant: string, maxDevices: number): void {
  using database = new DatabaseSync(join(stack.dataDir, 'sshore.db'))
  database.prepare('update namespaces set max_devices = ? where tenant_id = ?').run(maxDevices, tenant)
}

/** The inside of a second server on the same data, for what has no call. */
export const secondServices = (stack: TestServer, clock: Clock = stack.clock): Promise<Services> =>
  createServices({
    dataDir: stack.dataDir,
    edition: editions[0],
    version: '1.2.3',
    serviceToken: testServiceToken,
    sshEndpointPort: () => 2222,
    trustedProxies: [],
    log: pino({ level: 'silent' }),
    clock,
  })
