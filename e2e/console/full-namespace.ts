// A namespace with something on every page: for the looks of the console.
import { type DeviceUid, editions, type Feature, limits, type SessionUid } from '@sshore/contract'
import type { SeededNamespace, Stack } from '@sshore/testkit'
import { addOnlineHistory, placeDevice } from './past.ts'
import { pendingDevice } from './with-console.ts'

/** It has every page. */
export const largestEdition = editions.at(-1) ?? editions[0]

export interface FullNamespace extends SeededNamespace {
  readonly device: DeviceUid
  readonly session: SessionUid
  /** One that is over, with a recording. */
  readonly recorded: SessionUid
  readonly announcement: string
  /** A member. */
  readonly guest: string
}

const sessionUid = (): SessionUid => `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '') as SessionUid

async function addDevices(stack: Stack, { owner, tenantId }: SeededNamespace): Promise<readonly DeviceUid[]> {
  const { client } = owner
  const uids: DeviceUid[] = []
  for (const name of ['kitchen-display', 'cam-north', 'cam-south', 'till-3']) {
    const { uid } = await pendingDevice(stack, tenantId, name)
    await client.setDeviceStatus({ params: { uid, status: 'accept' } })
    uids.push(uid)
  }
  for (const name of ['lobby', 'warehouse-gate']) await pendingDevice(stack, tenantId, name)
  const attic = await pendingDevice(stack, tenantId, 'attic')
  await client.setDeviceStatus({ params: { uid: attic.uid, status: 'reject' } })
  return uids
}

async function addSessions(
  stack: Stack,
  namespace: SeededNamespace,
  devices: readonly DeviceUid[],
  has: (feature: Feature) => boolean,
): Promise<Pick<FullNamespace, 'session' | 'recorded'>> {
  const recorded = sessionUid()
  let last = sessionUid()
  for (const [at, device_uid] of devices.entries()) {
    last = at === 0 ? recorded : sessionUid()
    const body = { uid: last, device_uid, username: at % 2 === 0 ? 'root' : 'pi', ip_address: `203.0.113.${at + 7}` }
    await stack.internal.createSession({ body: { ...body, type: 'term', term: '', authenticated: true } })
    const timestamp = new Date().toISOString()
    const events = [
      { type: 'pty-req', timestamp, data: 'xterm-256color', seat: 0 },
      { type: 'shell', timestamp, data: '', seat: 0 },
    ]
    const seen = { term: 'xterm-256color', event_types: ['pty-req', 'shell'], seats: [0], events }
    await stack.internal.updateSession({ params: { uid: last }, body: seen })
    if (at === 0 && has('recording')) await addRecording(namespace, last)
    if (at < devices.length - 1) await stack.internal.finishSession({ params: { uid: last } })
  }
  return { session: last, recorded }
}

async function addRules({ owner: { client } }: SeededNamespace): Promise<void> {
  const anybody = { active: true, source_ip: '.*', username: '.*' }
  await client.createFirewallRule({
    body: { ...anybody, action: 'allow', priority: 10, source_ip: '203\\.0\\.113\\..*', filter: { hostname: '.*' } },
  })
  await client.createFirewallRule({
    body: { ...anybody, action: 'deny', priority: 20, username: 'root', filter: { tags: ['camera'] } },
  })
  await client.createFirewallRule({
    body: { ...anybody, action: 'deny', active: false, priority: 30, filter: { hostname: 'till-.*' } },
  })
}

async function addRecording({ owner: { client } }: SeededNamespace, uid: SessionUid): Promise<void> {
  const lines = [
    '\u001B[32mpi@till-3\u001B[0m:~$ ',
    'sudo backup --now\r\n',
    'backup: 214 files\r\n',
    '\u001B[1mdone\u001B[0m\r\n$ ',
  ]
  for (const message of lines) {
    await client.createRecordFrame({ params: { uid, seat: 0 }, body: { uid, seat: 0, message, width: 80, height: 24 } })
  }
}

/** What there is for who looks after the server. */
async function addServer(
  stack: Stack,
  { owner, tenantId }: SeededNamespace,
): Promise<Pick<FullNamespace, 'announcement' | 'guest'>> {
  const { username, client } = owner
  await stack.internal.setAdministrator({ params: { username }, body: { administrator: true } })
  const content =
    'The server is **moved** on Sunday.\n\n- Sessions end at 22:00.\n- Devices come back by themselves.\n\nSee [the plan](https://example.org/plan).'
  await client.adminCreateAnnouncement({ body: { title: 'Maintenance on Sunday', content } })
  const { uuid: announcement } = (
    await client.adminCreateAnnouncement({ body: { title: 'Recordings can be searched now', content } })
  ).body
  await client.tryMail({ body: { to: owner.email } })
  const { members } = (await client.getNamespace({ params: { tenant: tenantId } })).body
  return { announcement, guest: members.at(-1)?.id ?? '' }
}

export async function fullNamespace(stack: Stack, name?: string): Promise<FullNamespace> {
  const namespace = await stack.seed.namespace(name, 'ada')
  const { client } = namespace.owner
  const devices = await addDevices(stack, namespace)
  const { features } = (await client.getInfo()).body
  const has = (feature: Feature): boolean => features.includes(feature)
  const [first, second] = devices
  if (!first || !second) throw new Error('There are devices.')
  await client.setDeviceTags({ params: { uid: first }, body: { tags: ['shop', 'ground-floor'] } })
  await client.setDeviceTags({ params: { uid: second }, body: { tags: ['camera'] } })
  await stack.internal.reportPresence({ body: { online: [first, second], offline: [] } })
  const sessions = await addSessions(stack, namespace, devices, has)
  await stack.seed.member(namespace, 'administrator', 'grace')
  await stack.seed.member(namespace, 'operator', 'linus')
  await stack.seed.member(namespace, 'observer', 'barbara')
  const key = await stack.newKey()
  await stack.seed.publicKey(namespace, key.line, { name: 'Workshop' })
  const other = await stack.newKey()
  await client.createPublicKey({
    body: {
      data: Buffer.from(other.line).toString('base64'),
      name: "Ada's laptop",
      username: 'root|pi',
      filter: { tags: ['camera'] },
    },
  })
  await client.createApiKey({ body: { name: 'monitoring', expires_at: 90, role: 'observer' } })
  await client.createApiKey({ body: { name: 'deploy', expires_at: -1, role: 'operator' } })
  await client.createCertificateAuthority({ body: { name: 'Shop floor', member_principals: ['pi'] } })
  await client.issueCertificate({ body: { public_key: key.line, principals: ['root', 'pi'], hours: 8 } })
  const settings = { connection_announcement: 'Shop floor. Changes to tills only after closing time.' }
  await client.updateNamespace({ params: { tenant: namespace.tenantId }, body: { settings } })
  // A second factor can be set up only with a way back.
  await client.updateUser({ body: { recovery_email: `back-${namespace.owner.email}` } })
  if (has('firewall')) await addRules(namespace)
  addOnlineHistory(stack, namespace.tenantId, devices.length)
  placeDevice(stack, first, { latitude: 38.7167, longitude: -9.1333 })
  const server = has('admin') ? await addServer(stack, namespace) : { announcement: '', guest: '' }
  return { ...namespace, device: first, ...sessions, ...server }
}

/** Every page of a member, by name. */
export const pagesOf = ({
  device,
  session,
  recorded,
  tenantId,
  announcement,
  guest,
}: Readonly<Record<'device' | 'session' | 'recorded' | 'tenantId' | 'announcement' | 'guest', string>>) =>
  [
    ['home', '/'],
    ['devices', '/devices'],
    ['devices-pending', '/devices?status=pending'],
    ['devices-rejected', '/devices?status=rejected'],
    ['devices-adding', '/devices?add=yes'],
    ['device', `/devices/${device}`],
    ['containers', '/containers'],
    ['connectors', '/connectors'],
    ['terminal', '/terminal'],
    ['terminal-login', `/terminal?device=${device}`],
    ['sessions', '/sessions'],
    ['session', `/sessions/${session}`],
    ['recordings', '/recordings'],
    ['recordings-found', '/recordings?q=backup'],
    ['session-recorded', `/sessions/${recorded}`],
    ['recording', `/recordings/${recorded}/0?t=1&q=backup`],
    ['public-keys', '/public-keys'],
    ['public-keys-adding', '/public-keys?add=yes'],
    ['certificates', '/certificates'],
    ['firewall', '/firewall'],
    ['firewall-adding', '/firewall?add=yes'],
    ['api-keys', '/api-keys'],
    ['members', '/members'],
    ['tags', '/tags'],
    ['settings', '/settings'],
    ['account', '/account'],
    ['accept-device', '/accept-device'],
    ['pair', '/pair'],
    ['keyboard', '/keyboard'],
    ['tunnel-entry', `${limits.tunnels.consolePath}?address=nowhere`],
    ['billing', '/billing'],
    ['administration', '/admin'],
    ['admin-users', '/admin/users'],
    ['admin-users-adding', '/admin/users?add=yes'],
    ['admin-user', `/admin/users/${guest}`],
    ['admin-namespaces', '/admin/namespaces'],
    ['admin-namespaces-adding', '/admin/namespaces?add=yes'],
    ['admin-namespace', `/admin/namespaces/${tenantId}`],
    ['admin-devices', '/admin/devices'],
    ['admin-device', `/admin/devices?device=${device}`],
    ['admin-sessions', '/admin/sessions'],
    ['admin-firewall', '/admin/firewall'],
    ['admin-firewall-adding', `/admin/firewall?add=yes&tenant=${tenantId}`],
    ['admin-public-keys', '/admin/public-keys'],
    ['admin-public-keys-adding', '/admin/public-keys?add=yes'],
    ['admin-audit', `/admin/audit?tenant=${tenantId}`],
    ['admin-authentication', '/admin/authentication'],
    ['admin-announcements', '/admin/announcements'],
    ['admin-announcing', '/admin/announcements?add=yes'],
    ['admin-mail', '/admin/mail'],
    ['announcements', '/announcements'],
    ['announcement', `/announcements/${announcement}`],
    ['nowhere', '/nowhere'],
  ] as const

/** Pages of somebody who is not signed in, by name. */
export const visitorPages = [
  ['register', '/register'],
  ['confirm', '/validation-account?email=ada@example.com&token=x'],
  ['forgot-password', '/forgot-password'],
  ['new-password', '/update-password?id=0123456789abcdef01234567&token=x'],
  ['reset-mfa', '/reset-mfa?id=0123456789abcdef01234567'],
  ['invited', '/accept-invite'],
] as const

/** Panels and dialogs of pages, by name: the page, and what is clicked one after the other. */
export const opened = [
  ['connectors-adding', '/connectors', ['Add connector']],
  ['api-keys-adding', '/api-keys', ['Create API key']],
  ['members-adding', '/members', ['Add member']],
  ['certificates-issuing', '/certificates', ['Issue certificate']],
  ['authorities-adding', '/certificates', ['Add authority']],
  ['mfa-set-up', '/account', ['Set up']],
  ['admin-mail-open', '/admin/mail', ['Open the mail to']],
  ['confirming', '/settings', ['Delete this namespace']],
] as const

/** Four ways to look at a page. */
export const looks = [
  { colours: 'light', size: { width: 1280, height: 800 } },
  { colours: 'dark', size: { width: 1280, height: 800 } },
  { colours: 'light', size: { width: 390, height: 844 } },
  { colours: 'dark', size: { width: 390, height: 844 } },
] as const
