// For each endpoint of the contract one input that works, on things of ana's namespace that are made for it.
import { randomBytes } from 'node:crypto'
import type { DeviceUid, EndpointId, Fingerprint, TenantId, UserId } from '@sshore/contract'
import { encodeFilter } from './test-filter.ts'
import { acceptedDevice, newDevice, newSessionUid, openSession, register } from './test-device.ts'
import { type TestServer, testPassword } from './test-server.ts'

export interface Sample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

export interface World {
  readonly stack: TestServer
  readonly ana: Awaited<ReturnType<TestServer['signUp']>>
}

const unique = (prefix: string): string => `${prefix}-${randomBytes(4).toString('hex')}`

async function newUser({ stack }: World): Promise<{ id: UserId; username: string; email: string }> {
  const username = unique('user')
  const email = `${username}@example.org`
  const { body } = await stack.internal.createUser({ body: { username, email, password: testPassword } })
  return { id: body.id, username, email }
}

async function newMember(world: World): Promise<{ id: UserId; username: string }> {
  const user = await newUser(world)
  const body = { user: user.username, role: 'observer' } as const
  await world.stack.internal.addMemberByName({ params: { name: 'ana' }, body })
  return user
}

async function newNamespace(world: World): Promise<{ name: string; tenantId: TenantId }> {
  const { username } = await newUser(world)
  const name = unique('space')
  const { body } = await world.stack.internal.createNamespaceFor({ body: { name, owner: username } })
  return { name, tenantId: body.tenant_id }
}

const hostname = () => unique('host')
const accepted = async ({ stack, ana }: World): Promise<DeviceUid> =>
  (await acceptedDevice(stack, ana, { hostname: hostname() })).uid
const pending = async ({ stack, ana }: World): Promise<DeviceUid> =>
  (await register(stack, ana, { hostname: hostname() })).uid

async function session(world: World): Promise<{ uid: string; device: DeviceUid }> {
  const device = await accepted(world)
  return { uid: await openSession(world.stack, device), device }
}

/** A container of ana's, accepted, without tags. */
async function container({ stack, ana }: World): Promise<DeviceUid> {
  const info = { id: 'alpine', pretty_name: 'Alpine Linux', version: '1.0.0', arch: 'amd64', platform: 'connector' }
  return (await acceptedDevice(stack, ana, { hostname: hostname(), info })).uid
}

async function tagged({ ana }: World, uid: DeviceUid): Promise<{ uid: DeviceUid; tag: string }> {
  const tag = unique('tag')
  await ana.client.addDeviceTag({ params: { uid }, body: { tag } })
  return { uid, tag }
}

/** A public key that is filtered by a first tag, and a second one that it may be given. */
async function taggedKey(world: World): Promise<{ fingerprint: Fingerprint; first: string; second: string }> {
  const { tag: first } = await tagged(world, await accepted(world))
  const { tag: second } = await tagged(world, await accepted(world))
  const { body } = await world.ana.client.createPublicKey({ body: { ...newKey(), filter: { tags: [first] } } })
  return { fingerprint: body.fingerprint, first, second }
}

async function apiKey({ ana }: World): Promise<string> {
  const name = unique('key')
  await ana.client.createApiKey({ body: { name, expires_at: 30, role: 'operator' } })
  return name
}

const filterOf = (name: string, value: string): string =>
  encodeFilter([{ type: 'property', params: { name, operator: 'contains', value } }])

function keyLine(): string {
  const wire = Buffer.concat([
    Buffer.from([0, 0, 0, 11]),
    Buffer.from('ssh-ed25519'),
    Buffer.from([0, 0, 0, 32]),
    randomBytes(32),
  ])
  return Buffer.from(`ssh-ed25519 ${wire.toString('base64')}`).toString('base64')
}

const newKey = () => ({ data: keyLine(), name: 'laptop', username: '.*', filter: { hostname: '.*' } })

async function publicKey({ ana }: World): Promise<Fingerprint> {
  return (await ana.client.createPublicKey({ body: newKey() })).body.fingerprint
}

function waiting({ ana }: World) {
  const { tenant_id: _, ...device } = newDevice(ana.tenantId, { hostname: hostname() })
  return device
}

/** A code that ana's namespace has taken, so that it is hers. */
async function takenCode(world: World): Promise<string> {
  const { code } = (await world.stack.anonymous.startPairing({ body: waiting(world) })).body
  await world.ana.client.acceptPairing({ params: { code } })
  return code
}

const authority = () => ({ name: unique('authority'), member_principals: ['pi'], hours_most: 24 })

async function newAuthority({ ana }: World): Promise<Fingerprint> {
  return (await ana.client.createCertificateAuthority({ body: authority() })).body.fingerprint
}

/** One that can sign; a namespace trusts a few only. */
async function ownAuthority(world: World): Promise<Fingerprint> {
  const { body } = await world.ana.client.listCertificateAuthorities()
  return body.find(({ own }) => own)?.fingerprint ?? newAuthority(world)
}

async function certificateRequest(world: World) {
  await ownAuthority(world)
  return { public_key: keyLine(), principals: ['pi'], hours: 8, source_addresses: ['192.0.2.0/24'], key_id: 'laptop' }
}

const sessionEvent = { type: 'pty-req', timestamp: '2026-06-01T10:00:00.000Z', data: 'xterm', seat: 0 }

const nothing = async (): Promise<Sample> => ({})

/** Exhaustive: an endpoint without a sample does not compile. */
export const samples: { readonly [Id in EndpointId]: (world: World) => Promise<Sample> } = {
  getInfo: async () => ({ query: { agent_version: '1.0.0' } }),
  getHealth: nothing,
  getReadiness: nothing,
  setup: async () => ({
    query: { sign: 'f'.repeat(64) },
    body: { name: 'Ana Lima', email: 'x@example.org', username: 'somebody', password: testPassword },
  }),
  login: async () => ({ body: { username: 'ana', password: testPassword } }),
  getAuthUser: nothing,
  switchNamespace: async ({ ana }) => ({ params: { tenant: ana.tenantId } }),
  logout: nothing,
  getSamlUrl: nothing,
  updateUser: async () => ({
    body: {
      name: 'Ana Lima',
      username: 'ana',
      email: 'ana@example.org',
      recovery_email: 'ana@example.com',
      // A new one would revoke the token that the next call comes with.
      password: '',
      current_password: '',
    },
  }),
  updateUserData: async ({ ana }) => ({ params: { id: ana.id }, body: { name: 'Ana Lima' } }),
  updateUserPassword: async ({ ana }) => ({
    params: { id: ana.id },
    body: { current_password: testPassword, new_password: testPassword },
  }),
  createApiKey: async () => ({
    body: { name: unique('key'), expires_at: 30, role: 'observer', key: crypto.randomUUID() },
  }),
  listApiKeys: async () => ({ query: { page: 1, per_page: 10, sort_by: 'name', order_by: 'asc' } }),
  updateApiKey: async (world) => ({
    params: { key: await apiKey(world) },
    body: { name: unique('key'), role: 'observer' },
  }),
  deleteApiKey: async (world) => ({ params: { key: await apiKey(world) } }),
  getSecuritySettings: nothing,
  updateSecuritySettings: async ({ ana }) => ({ params: { tenant: ana.tenantId }, body: { session_record: true } }),
  listNamespaces: async () => ({ query: { page: 1, per_page: 10, filter: filterOf('name', 'a') } }),
  createNamespace: async () => ({ body: { name: unique('space'), tenant: crypto.randomUUID(), type: 'team' } }),
  getNamespace: async ({ ana }) => ({ params: { tenant: ana.tenantId } }),
  updateNamespace: async ({ ana }) => ({
    params: { tenant: ana.tenantId },
    body: {
      name: 'ana',
      settings: { session_record: true, connection_announcement: 'Be kind.', allow_remote_forwarding: false },
    },
  }),
  deleteNamespace: async ({ ana }) => ({ params: { tenant: ana.tenantId } }),
  addMember: async (world) => ({
    params: { tenant: world.ana.tenantId },
    body: { email: (await newUser(world)).email, role: 'observer' },
  }),
  leaveNamespace: async ({ ana }) => ({ params: { tenant: ana.tenantId } }),
  updateMember: async (world) => ({
    params: { tenant: world.ana.tenantId, uid: (await newMember(world)).id },
    body: { role: 'operator' },
  }),
  removeMember: async (world) => ({ params: { tenant: world.ana.tenantId, uid: (await newMember(world)).id } }),
  registerDevice: async ({ ana }) => ({ body: { ...newDevice(ana.tenantId), hostname: hostname(), sessions: ['x'] } }),
  listDevices: async () => ({
    query: { page: 1, per_page: 10, status: '', sort_by: 'name', order_by: 'asc', filter: filterOf('name', 'a') },
  }),
  resolveDevice: async (world) => ({ query: { uid: await accepted(world), hostname: 'any' } }),
  renameDevice: async (world) => ({ params: { uid: await accepted(world) }, body: { name: unique('name') } }),
  addDeviceTag: async (world) => ({ params: { uid: await accepted(world) }, body: { tag: unique('tag') } }),
  setDeviceTags: async (world) => ({ params: { uid: await accepted(world) }, body: { tags: [unique('tag')] } }),
  removeDeviceTag: async (world) => ({ params: await tagged(world, await accepted(world)) }),
  listContainers: async () => ({
    query: { page: 1, per_page: 10, status: '', sort_by: 'name', order_by: 'asc', filter: filterOf('name', 'a') },
  }),
  getContainer: async (world) => ({ params: { uid: await container(world) } }),
  updateContainer: async (world) => ({
    params: { uid: await container(world) },
    body: { name: unique('name'), public_url: true },
  }),
  removeContainer: async (world) => ({ params: { uid: await container(world) } }),
  setContainerStatus: async (world) => ({ params: { uid: await container(world), status: 'reject' } }),
  addContainerTag: async (world) => ({ params: { uid: await container(world) }, body: { tag: unique('tag') } }),
  setContainerTags: async (world) => ({ params: { uid: await container(world) }, body: { tags: [unique('tag')] } }),
  removeContainerTag: async (world) => ({ params: await tagged(world, await container(world)) }),
  listTags: nothing,
  renameTag: async (world) => ({
    params: { tag: (await tagged(world, await accepted(world))).tag },
    body: { tag: unique('tag') },
  }),
  deleteTag: async (world) => ({ params: { tag: (await tagged(world, await accepted(world))).tag } }),
  getDevice: async (world) => ({ params: { uid: await accepted(world) } }),
  updateDevice: async (world) => ({
    params: { uid: await accepted(world) },
    body: { name: unique('name'), public_url: true },
  }),
  removeDevice: async (world) => ({ params: { uid: await accepted(world) } }),
  setDeviceStatus: async (world) => ({ params: { uid: await pending(world), status: 'accept' } }),
  startPairing: async (world) => ({ body: waiting(world) }),
  getPairingStatus: async (world) => ({ params: { code: await takenCode(world) } }),
  getPairing: async (world) => ({ params: { code: await takenCode(world) } }),
  acceptPairing: async (world) => ({ params: { code: await takenCode(world) } }),
  listSessions: async () => ({
    query: { page: 1, per_page: 10, sort_by: 'username', order_by: 'asc', filter: filterOf('username', 'r') },
  }),
  setSessionAuthenticated: async (world) => ({
    params: { uid: (await session(world)).uid },
    body: { authenticated: true },
  }),
  getSession: async (world) => ({ params: { uid: (await session(world)).uid } }),
  closeSession: async (world) => {
    const { uid, device } = await session(world)
    return { params: { uid }, body: { device } }
  },
  listPublicKeys: async () => ({
    query: { page: 1, per_page: 10, sort_by: 'name', order_by: 'asc', filter: filterOf('name', 'a') },
  }),
  addPublicKeyTag: async (world) => {
    const { fingerprint, second } = await taggedKey(world)
    return { params: { fingerprint }, body: { tag: second } }
  },
  setPublicKeyTags: async (world) => {
    const { fingerprint, second } = await taggedKey(world)
    return { params: { fingerprint }, body: { tags: [second] } }
  },
  removePublicKeyTag: async (world) => {
    const { fingerprint, first, second } = await taggedKey(world)
    await world.ana.client.addPublicKeyTag({ params: { fingerprint }, body: { tag: second } })
    return { params: { fingerprint, tag: first } }
  },
  createPublicKey: async () => ({ body: newKey() }),
  updatePublicKey: async (world) => {
    const { data: _, ...body } = newKey()
    return { params: { fingerprint: await publicKey(world) }, body }
  },
  deletePublicKey: async (world) => ({ params: { fingerprint: await publicKey(world) } }),
  listCertificateAuthorities: nothing,
  createCertificateAuthority: async () => ({ body: { ...authority(), public_key: keyLine() } }),
  updateCertificateAuthority: async (world) => ({
    params: { fingerprint: await ownAuthority(world) },
    body: authority(),
  }),
  deleteCertificateAuthority: async (world) => ({ params: { fingerprint: await newAuthority(world) } }),
  listCertificates: async () => ({ query: { page: 1, per_page: 10 } }),
  issueCertificate: async (world) => ({ body: await certificateRequest(world) }),
  revokeCertificate: async (world) => ({
    params: { fingerprint: await ownAuthority(world) },
    body: { serial: '1' },
  }),
  listRevocations: async (world) => ({
    params: { fingerprint: await ownAuthority(world) },
    query: { page: 1, per_page: 10 },
  }),
  signForDevice: async () => ({ body: { fingerprint: Array(16).fill('00').join(':'), data: '{"Username":"root"}' } }),
  getStats: nothing,
  resolveAddress: async () => ({ body: { address: 'ana.lab-pi', username: 'root', ip_address: '203.0.113.9' } }),
  evaluatePublicKey: async (world) => ({
    body: {
      tenant_id: world.ana.tenantId,
      device_uid: await accepted(world),
      username: 'root',
      fingerprint: await publicKey(world),
    },
  }),
  evaluateCertificate: async (world) => ({
    body: {
      tenant_id: world.ana.tenantId,
      authority: await ownAuthority(world),
      serial: '1',
      key_id: 'laptop',
    },
  }),
  authenticateDevice: async ({ stack, ana }) => ({ body: { token: (await register(stack, ana)).token } }),
  reportPresence: async (world) => ({ body: { online: [await accepted(world)], offline: [] } }),
  markDeviceOffline: async (world) => ({ params: { uid: await accepted(world) } }),
  createSession: async (world) => ({
    body: {
      uid: newSessionUid(),
      device_uid: await accepted(world),
      username: 'root',
      ip_address: '203.0.113.9',
      type: 'term',
      term: 'xterm',
      authenticated: true,
    },
  }),
  updateSession: async (world) => ({
    params: { uid: (await session(world)).uid },
    body: {
      authenticated: true,
      recorded: true,
      term: 'xterm',
      event_types: ['shell'],
      seats: [0],
      events: [sessionEvent],
    },
  }),
  keepSessions: async (world) => ({ body: { uids: [(await session(world)).uid] } }),
  finishSession: async (world) => ({ params: { uid: (await session(world)).uid } }),
  getSetup: nothing,
  listUsers: async () => ({ query: { page: 1, per_page: 10 } }),
  createUser: async () => {
    const username = unique('user')
    return { body: { username, email: `${username}@example.org`, password: testPassword, name: 'Some User' } }
  },
  setUserPassword: async (world) => ({
    params: { username: (await newUser(world)).username },
    body: { password: 'another one' },
  }),
  deleteUser: async (world) => ({ params: { username: (await newUser(world)).username } }),
  listAllNamespaces: async () => ({ query: { page: 1, per_page: 10 } }),
  createNamespaceFor: async () => ({
    body: { name: unique('space'), owner: 'ana', tenant_id: crypto.randomUUID(), type: 'team' },
  }),
  updateNamespaceByName: async (world) => ({
    params: { name: (await newNamespace(world)).name },
    body: { settings: { allow_local_forwarding: false } },
  }),
  deleteNamespaceByName: async (world) => ({ params: { name: (await newNamespace(world)).name } }),
  addMemberByName: async (world) => ({
    params: { name: 'ana' },
    body: { user: (await newUser(world)).username, role: 'observer' },
  }),
  removeMemberByName: async (world) => ({ params: { name: 'ana', user: (await newMember(world)).username } }),
  listPublicKeysOf: async () => ({ params: { name: 'ana' }, query: { page: 1, per_page: 10 } }),
  createPublicKeyFor: async () => ({ params: { name: 'ana' }, body: newKey() }),
  deletePublicKeyOf: async (world) => ({ params: { name: 'ana', fingerprint: await publicKey(world) } }),
  listAuthoritiesOf: async () => ({ params: { name: 'ana' } }),
  createAuthorityFor: async () => ({ params: { name: 'ana' }, body: authority() }),
  updateAuthorityOf: async (world) => ({
    params: { name: 'ana', fingerprint: await ownAuthority(world) },
    body: authority(),
  }),
  deleteAuthorityOf: async (world) => ({ params: { name: 'ana', fingerprint: await newAuthority(world) } }),
  listCertificatesOf: async () => ({ params: { name: 'ana' }, query: { page: 1, per_page: 10 } }),
  issueCertificateFor: async (world) => ({
    params: { name: 'ana' },
    body: { ...(await certificateRequest(world)), user: 'ana' },
  }),
  revokeCertificateOf: async (world) => ({
    params: { name: 'ana', fingerprint: await ownAuthority(world) },
    body: { key_id: 'laptop' },
  }),
}
