// For each endpoint of the contract one input that works, on things of ana's namespace that are made for it.
import type { EndpointId, FirewallRuleId } from '@sshore/contract'
import { mfaSamples } from './test-mfa.ts'
import { accountSamples } from './test-accounts.ts'
import { recordingSamples } from './test-recording.ts'
import { adminSamples } from './test-admin.ts'
import { announcementSamples } from './test-announcements.ts'
import { commandLineSamples } from './test-command-line.ts'
import { samlSamples } from './test-saml-samples.ts'
import { newDevice, newSessionUid, register } from './test-device.ts'
import { testPassword } from './test-server.ts'
import {
  accepted,
  apiKey,
  authority,
  certificateRequest,
  connector,
  container,
  delivery,
  filterOf,
  firewallRule,
  hostname,
  keyLine,
  newAuthority,
  newConnector,
  newKey,
  newMember,
  newRule,
  newUser,
  ownAuthority,
  pending,
  publicKey,
  session,
  tagged,
  taggedKey,
  taggedRule,
  takenCode,
  tunnel,
  unique,
  waiting,
  waitingMail,
  webhook,
  type World,
} from './test-world.ts'

export interface Sample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
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
  beginBrowserSession: nothing,
  refreshBrowserSession: async ({ ana }) => ({ body: { tenant: ana.tenantId } }),
  endBrowserSession: nothing,
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
  createFirewallRule: async () => ({ body: newRule() }),
  listFirewallRules: async () => ({ query: { page: 1, per_page: 10 } }),
  getFirewallRule: async (world) => ({ params: { id: await firewallRule(world) } }),
  updateFirewallRule: async (world) => ({
    params: { id: await firewallRule(world) },
    body: { ...newRule(), priority: 20 },
  }),
  deleteFirewallRule: async (world) => ({ params: { id: await firewallRule(world) } }),
  addFirewallRuleTag: async (world) => {
    const { id, second } = await taggedRule(world)
    return { params: { id }, body: { tag: second } }
  },
  setFirewallRuleTags: async (world) => {
    const { id, second } = await taggedRule(world)
    return { params: { id }, body: { tags: [second] } }
  },
  removeFirewallRuleTag: async (world) => {
    const { id, first, second } = await taggedRule(world)
    await world.ana.client.setFirewallRuleTags({
      params: { id: Number(id) as FirewallRuleId },
      body: { tags: [first, second] },
    })
    return { params: { id }, body: { tag: first } }
  },
  evaluateFirewall: async (world) => ({
    query: { device: await accepted(world), username: 'root', source_ip: '203.0.113.9' },
  }),
  listTunnels: async (world) => ({ params: { uid: await accepted(world) }, query: { page: 1, per_page: 10 } }),
  createTunnel: async (world) => ({
    params: { uid: await accepted(world) },
    body: { host: '127.0.0.1', port: 3000, ttl: 3600, members_only: true },
  }),
  deleteTunnel: async (world) => {
    const { device: uid, address } = await tunnel(world)
    return { params: { uid, address } }
  },
  enterTunnel: async (world) => ({ params: { address: (await tunnel(world)).address }, body: { state: 'here' } }),
  visitTunnel: async (world) => ({
    params: { address: (await tunnel(world)).address },
    body: { ip_address: '203.0.113.9' },
  }),
  redeemTunnelCode: async (world) => ({
    params: { address: (await tunnel(world)).address },
    body: { code: 'a code of nobody' },
  }),
  signForDevice: async () => ({ body: { fingerprint: Array(16).fill('00').join(':'), data: '{"Username":"root"}' } }),
  createTerminalTicket: async (world) => ({
    body: { device: await accepted(world), username: 'root', password: testPassword },
  }),
  redeemTerminalTicket: async () => ({ body: { ticket: 'a ticket of nobody' } }),
  checkTerminalUser: async ({ ana }) => ({
    body: { user_id: '0'.repeat(24), tenant_id: ana.tenantId, token_version: 0 },
  }),
  getOnlineStats: async () => ({ query: { span: 'day' } }),
  getStats: nothing,
  listAudit: async () => ({
    query: { page: 1, per_page: 10, sort_by: 'time', order_by: 'asc', filter: filterOf('action', 'device') },
  }),
  exportAudit: async () => ({ query: { filter: filterOf('action', 'device') } }),
  streamEvents: nothing,
  createConnector: async () => ({ body: await newConnector() }),
  listConnectors: async () => ({ query: { enable: true, page: 1, per_page: 10 } }),
  getConnector: async (world) => ({ params: { uid: await connector(world) } }),
  updateConnector: async (world) => ({ params: { uid: await connector(world) }, body: await newConnector() }),
  deleteConnector: async (world) => ({ params: { uid: await connector(world) } }),
  getConnectorInfo: async (world) => ({ params: { uid: await connector(world) } }),
  createWebhook: async () => ({
    body: { name: 'chat', url: 'https://hooks.example.com/sshore', events: ['device.offline'], active: true },
  }),
  listWebhooks: async () => ({ query: { page: 1, per_page: 10 } }),
  getWebhook: async (world) => ({ params: { id: await webhook(world) } }),
  updateWebhook: async (world) => ({
    params: { id: await webhook(world) },
    body: { name: 'other', url: 'https://hooks.example.com/other', events: [], active: true },
  }),
  renewWebhookSecret: async (world) => ({ params: { id: await webhook(world) } }),
  deleteWebhook: async (world) => ({ params: { id: await webhook(world) } }),
  testWebhook: async (world) => ({ params: { id: await webhook(world) } }),
  listWebhookDeliveries: async (world) => ({
    params: { id: await webhook(world) },
    query: { page: 1, per_page: 10 },
  }),
  redeliverWebhook: async (world) => ({ params: await delivery(world) }),
  listMails: async () => ({ query: { page: 1, per_page: 10, status: 'waiting' } }),
  sendMailAgain: async (world) => ({ params: { id: await waitingMail(world) } }),
  tryMail: async () => ({ body: { to: `${unique('to')}@example.org`, language: 'pt' } }),
  listAuditOf: async () => ({ query: { namespace: 'ana', page: 1, per_page: 10 } }),
  verifyAudit: nothing,
  createCustomer: nothing,
  getCustomer: nothing,
  attachPaymentMethod: async () => ({ body: { id: 'pm_sample' } }),
  setDefaultPaymentMethod: async () => ({ body: { id: 'pm_sample' } }),
  chooseDevices: async (world) => ({ body: { choices: [await accepted(world)] } }),
  createSubscription: async () => ({ query: { currency: 'usd' } }),
  getSubscription: async () => ({ query: { page: 1, per_page: 10 } }),
  reportUsage: async () => ({ query: { action: 'device_accept' } }),
  cancelSubscription: nothing,
  openBillingPortal: nothing,
  detachPaymentMethod: async () => ({ body: { id: 'pm_spare' } }),
  listMostUsedDevices: nothing,
  evaluateBilling: nothing,
  receiveBillingEvent: async () => ({ body: { id: 'evt_sample', type: 'customer.updated' } }),
  ...mfaSamples,
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
  ...commandLineSamples,
  ...recordingSamples,
  ...accountSamples,
  ...samlSamples,
  ...adminSamples,
  ...announcementSamples,
  getSupportIdentifier: async ({ ana }) => ({ params: { tenant: ana.tenantId } }),
}
