// The namespace that the pages of the manual tell of: acme, of Ada, with the device router, which is a real agent.
import { type Client, createClient, fetchTransport } from '@sshore/client'
import type { DeviceUid, Role, SessionUid, TenantId } from '@sshore/contract'
import {
  run,
  type SeededNamespace,
  type SeededUser,
  sshWords,
  type Stack,
  type StackDevice,
  until,
} from '@sshore/testkit'
import { fullNamespace, type FullNamespace } from '../console/full-namespace.ts'
import { enroll } from '../mfa/person.ts'

const password = 'correct-horse'

export interface Acme extends FullNamespace {
  /** The device with an agent. */
  readonly router: DeviceUid
  /** Of a device that waits to be accepted by a code. */
  readonly pairingCode: string
  /** Path and query of an invitation to somebody without an account. */
  readonly invitation: string
  /** Is asked for a second factor. */
  readonly grace: SeededUser
}

/** Those who have a role in the guides, by it. */
const members: Readonly<Record<Role, string>> = {
  owner: 'ada',
  administrator: 'grace',
  operator: 'linus',
  observer: 'barbara',
}

const account = (username: string) => ({ username, email: `${username}@example.com`, password })

async function newUser(stack: Stack, username: string): Promise<SeededUser> {
  await stack.internal.createUser({ body: account(username) })
  return { ...account(username), client: await signedIn(stack, username) }
}

async function signedIn(stack: Stack, username: string): Promise<Client> {
  const { body } = await stack.anonymous.login({ body: { username, password } })
  return createClient(fetchTransport(stack.url, fetch), () => ({ authorization: `Bearer ${body.token}` }))
}

/** The same seed, with the names of the guides. */
function withNames(stack: Stack): Stack {
  const namespace = async (name = 'acme'): Promise<SeededNamespace> => {
    const owner = await newUser(stack, members.owner)
    await stack.internal.createNamespaceFor({ body: { name: 'ada-at-home', owner: owner.username } })
    const { tenant_id: tenantId } = (
      await stack.internal.createNamespaceFor({ body: { name, owner: owner.username, tenant_id: tenant } })
    ).body
    const { token } = (await (await signedIn(stack, owner.username)).switchNamespace({ params: { tenant: tenantId } }))
      .body
    const client = createClient(fetchTransport(stack.url, fetch), () => ({ authorization: `Bearer ${token}` }))
    return { name, tenantId, owner: { ...owner, client } }
  }
  const member = async ({ name }: SeededNamespace, role: Role): Promise<SeededUser> => {
    const user = await newUser(stack, members[role])
    await stack.internal.addMemberByName({ params: { name }, body: { user: user.username, role } })
    return { ...user, client: await signedIn(stack, user.username) }
  }
  return { ...stack, seed: { ...stack.seed, namespace, member } }
}

/** The identifier that stands in the guides. */
const tenant = '11111111-2222-4333-8444-555555555555' as TenantId

async function waitingCode({ anonymous }: Stack): Promise<string> {
  const info = { id: 'debian', pretty_name: 'Debian GNU/Linux 13', version: '0.1.0', arch: 'arm64', platform: 'native' }
  const public_key = `-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA${Buffer.alloc(32, 9).toString('base64')}\n-----END PUBLIC KEY-----\n`
  const body = { info, hostname: 'lab-1', identity: { mac: '02:42:ac:11:00:09' }, public_key, sessions: [] }
  return (await anonymous.startPairing({ body })).body.code
}

/** What somebody does on the router, at the pace of a person, so that there is something to play. */
const typed = [
  "PROMPT_COMMAND='sleep 0.6' PS1='root@router:~# '; clear",
  'uptime -p',
  'for n in 1 2 3 4; do echo "backup: part $n of 4"; sleep 0.4; done',
  String.raw`printf "\e[1mdone\e[0m: 214 files, 31 %% of the disk used
"`,
]

/** A login with a terminal, over the gateway to the agent, which is recorded; answers its session. */
async function recordedLogin(device: StackDevice, { client }: SeededUser): Promise<SessionUid> {
  const stdin = `${typed.join('\n')}\nexit\n`
  const [program = '', ...words] = sshWords(device.target(), ['bash --norc --noprofile -i'], ['-tt'])
  const { code, stderr } = await run(program, words, { stdin })
  if (code !== 0) throw new Error(`The login ended with ${code}: ${stderr}`)
  return until('the session is listed with its recording', async () => {
    const { body } = await client.listSessions({ query: {} })
    return body.find(({ device_uid, recorded, active }) => device_uid === device.uid && recorded && !active)?.uid
  })
}

/** Makes it. Each step is a call that a person could make. */
export async function acmeOn(stack: Stack): Promise<Acme> {
  const named = withNames(stack)
  const all = await fullNamespace(named, 'acme')
  const { client } = all.owner
  const device = await stack.addDevice(all, { hostname: 'router' })
  const { uid: router } = device
  await client.setDeviceTags({ params: { uid: router }, body: { tags: ['production', 'berlin'] } })
  await client.createTunnel({ params: { uid: router }, body: { host: '127.0.0.1', port: 3000, ttl: 3600 } })
  await client.updateNamespace({
    params: { tenant: all.tenantId },
    body: { settings: { session_record_policy: 'best_effort' } },
  })
  const session = await recordedLogin(device, all.owner)
  await client.updateUser({ body: { recovery_email: 'ada@elsewhere.example' } })
  const email = 'edsger@example.com'
  const { link } = (await client.inviteMember({ params: { tenant: all.tenantId }, body: { email, role: 'operator' } }))
    .body
  const { pathname, search } = new URL(link)
  return {
    ...all,
    router,
    session,
    recorded: session,
    invitation: `${pathname}${search}`,
    pairingCode: await waitingCode(stack),
    grace: await enroll({ ...account(members.administrator), client: await signedIn(stack, members.administrator) }),
  }
}
