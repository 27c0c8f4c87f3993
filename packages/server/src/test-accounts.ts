// Accounts that people make themselves, and invitations, for samples and tests.
import type { Client } from '@sshore/client'
import { limits, type Mail, type TenantId, type UserId } from '@sshore/contract'
import { hours } from './platform/clock.ts'
import { hashOfKey } from './platform/secrets.ts'
import type { Sample } from './test-samples.ts'
import { type TestServer, testPassword } from './test-server.ts'
import { newNamespace, newUser, unique, type World } from './test-world.ts'

export const registration = (name = unique('user')) => ({
  name,
  username: name,
  email: `${name}@example.org`,
  password: testPassword,
  email_marketing: false,
})

/** The newest mail to an address that was not sent yet. */
export async function mailTo(stack: TestServer, address: string, kind: string): Promise<Mail | undefined> {
  const { body } = await stack.internal.listMails({ query: { per_page: 100 } })
  return body.find((mail) => mail.recipient === address && mail.kind === kind)
}

/** What the link of a mail or an invitation carries. */
export const linkFields = (link: string): Record<string, string> =>
  Object.fromEntries(new URL(link, 'http://localhost').searchParams)

export async function getMailed(stack: TestServer, address: string, kind: string): Promise<Record<string, string>> {
  const mail = await mailTo(stack, address, kind)
  if (!mail) throw new Error(`Nothing about ${kind} was mailed to ${address}.`)
  return linkFields(mail.link)
}

export interface Invited {
  readonly tenant: TenantId
  readonly id: UserId
  readonly sig: string
}

/** A link for somebody, made by a member of a namespace. */
export async function invitedBy(client: Client, tenant: TenantId, email: string): Promise<Invited> {
  const { body } = await client.inviteMember({ params: { tenant }, body: { email, role: 'observer' } })
  const { 'user-id': id = '', sig = '' } = linkFields(body.link)
  return { tenant, id: id as UserId, sig }
}

/** Ana is invited to a namespace of somebody else. */
async function anaInvited(world: World): Promise<Invited> {
  const { name, tenantId } = await newNamespace(world)
  const owner = await world.stack.internal.getNamespaceByName({ params: { name } })
  const { body: users } = await world.stack.internal.listUsers({ query: { per_page: 100 } })
  const { username = '' } = users.find(({ id }) => id === owner.body.owner) ?? {}
  return invitedBy((await world.stack.signIn(username)).client, tenantId, 'ana@example.org')
}

async function waitingGuest({ ana }: World): Promise<Pick<Invited, 'tenant' | 'id'>> {
  const { tenant, id } = await invitedBy(ana.client, ana.tenantId, `${unique('guest')}@example.org`)
  return { tenant, id }
}

/** A link to a new password, as it would have been mailed. */
async function recoveryLink(world: World): Promise<{ uid: UserId; token: string }> {
  const { id, email } = await newUser(world)
  const [token, now] = [crypto.randomUUID(), world.stack.clock.now()]
  await using open = await world.stack.openDatabase()
  const expires_at = now + hours(limits.mail.recoveryHours)
  const row = { token_hash: hashOfKey(token), user_id: id, purpose: 'recovery' as const, email, created_at: now }
  await open.database
    .insertInto('mailed_tokens')
    .values({ ...row, expires_at })
    .execute()
  return { uid: id, token }
}

export const accountSamples = {
  registerUser: async () => ({ body: { ...registration(), sig: '' } }),
  resendConfirmation: async () => ({ body: { username: 'ana' } }),
  confirmAccount: async ({ stack }: World): Promise<Sample> => {
    const body = registration()
    await stack.anonymous.registerUser({ body })
    return { query: await getMailed(stack, body.email, 'account-confirmation') }
  },
  recoverPassword: async () => ({ body: { username: 'ana' } }),
  setRecoveredPassword: async (world: World) => {
    const { uid, token } = await recoveryLink(world)
    return { params: { uid }, body: { password: testPassword, token } }
  },
  deleteOwnAccount: async (): Promise<Sample> => ({}),
  inviteMember: async ({ ana }: World) => ({
    params: { tenant: ana.tenantId },
    body: { email: `${unique('guest')}@example.org`, role: 'observer' },
  }),
  acceptInvite: async (world: World) => {
    const { tenant, sig } = await anaInvited(world)
    return { params: { tenant }, body: { sig } }
  },
  declineInvite: async (world: World) => {
    const { tenant, sig } = await anaInvited(world)
    return { params: { tenant }, body: { sig } }
  },
  getInvite: async ({ ana }: World) => {
    const { tenant, id, sig } = await invitedBy(ana.client, ana.tenantId, `${unique('guest')}@example.org`)
    return { params: { tenant, id }, query: { sig } }
  },
  listInvites: async ({ ana }: World): Promise<Sample> => ({
    params: { tenant: ana.tenantId },
    query: { page: 1, per_page: 10 },
  }),
  resendInvite: async (world: World) => ({ params: await waitingGuest(world) }),
  withdrawInvite: async (world: World) => ({ params: await waitingGuest(world) }),
}
