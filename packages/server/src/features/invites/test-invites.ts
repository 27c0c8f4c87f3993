// What tests of invitations begin with: a server, an owner, and somebody to invite.
import type { Client } from '@sshore/client'
import type { TenantId, UserId } from '@sshore/contract'
import type { ServerOptions } from '../../services.ts'
import { getMailed, type Invited } from '../../test-accounts.ts'
import { startTestServer, type TestServer, testPassword } from '../../test-server.ts'

const publicUrl = 'https://sshore.example.org'

export async function start(options: Partial<ServerOptions> = {}) {
  const stack = await startTestServer({ publicUrl, withJobs: false, ...options })
  const ana = await stack.signUp('ana')
  const { body } = await stack.internal.createUser({
    body: { username: 'bob', email: 'bob@example.org', password: testPassword },
  })
  const bob = { ...(await stack.signIn('bob')), id: body.id }
  return { stack, ana, bob, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() }
}

export interface Place {
  readonly client: Client
  readonly tenantId: TenantId
}

export const add = (
  { client, tenantId: tenant }: Place,
  email: string,
  role: 'observer' | 'operator' | 'owner' = 'observer',
) => client.addMember({ params: { tenant }, body: { email, role } })

export const memberOf = async ({ client, tenantId: tenant }: Place, email: string) =>
  (await client.getNamespace({ params: { tenant } })).body.members.find((member) => member.email === email)

export const look = ({ anonymous }: TestServer, { tenant, id, sig }: Invited) =>
  anonymous.getInvite({ params: { tenant, id }, query: { sig } }).then(({ body }) => body)

export const accept = (client: Client, { tenant, sig }: Pick<Invited, 'tenant' | 'sig'>) =>
  client.acceptInvite({ params: { tenant }, body: { sig } })

/** What an invitation by mail carries. */
export async function mailed(stack: TestServer, email: string): Promise<Invited & { readonly email: string }> {
  const { 'tenant-id': tenant, 'user-id': id, sig = '' } = await getMailed(stack, email, 'invite')
  return { tenant: tenant as TenantId, id: id as UserId, sig, email }
}

export const unknown = { status: 404, code: 'invite_not_found' }
