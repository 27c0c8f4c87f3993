// Puts a server into a state by what a person could do: every step is a call of the API.
import { type Client, createClient, type Transport } from '@sshore/client'
import type { PublicKey, Role, TenantId } from '@sshore/contract'

export interface SeededUser {
  readonly username: string
  readonly email: string
  readonly password: string
  /** Calls as this user, bound to the namespace that was current at the last `signIn`. */
  readonly client: Client
}

export interface SeededNamespace {
  readonly name: string
  readonly tenantId: TenantId
  readonly owner: SeededUser
}

export interface KeyUse {
  readonly name?: string
  /** Regexes; default: any login name on any device. */
  readonly username?: string
  readonly hostname?: string
}

export interface Seed {
  user(username?: string): Promise<SeededUser>
  namespace(name?: string, owner?: string): Promise<SeededNamespace>
  /** A further user, in that namespace with that role, signed in to it. */
  member(namespace: SeededNamespace, role: Role, username?: string): Promise<SeededUser>
  publicKey(namespace: SeededNamespace, line: string, use?: KeyUse): Promise<PublicKey>
}

const shortId = (): string => crypto.randomUUID().slice(0, 8)

/** `internal` carries the service token. */
export function createSeed(transport: Transport, internal: Client): Seed {
  async function signIn(username: string, password: string): Promise<Client> {
    const anonymous = createClient(transport)
    const { body } = await anonymous.login({ body: { username, password } })
    return createClient(transport, () => ({ authorization: `Bearer ${body.token}` }))
  }

  async function account(username: string): Promise<Omit<SeededUser, 'client'>> {
    const user = { username, email: `${username}@example.com`, password: `pw-${shortId()}` }
    await internal.createUser({ body: user })
    return user
  }

  async function user(username = `user-${shortId()}`): Promise<SeededUser> {
    const made = await account(username)
    return { ...made, client: await signIn(username, made.password) }
  }

  return {
    user,
    async namespace(name = `ns-${shortId()}`, username = `owner-${shortId()}`) {
      const owner = await account(username)
      const { body } = await internal.createNamespaceFor({ body: { name, owner: owner.username } })
      const client = await signIn(owner.username, owner.password)
      return { name, tenantId: body.tenant_id, owner: { ...owner, client } }
    },
    async member(namespace, role, username = `${role}-${shortId()}`) {
      const made = await account(username)
      await internal.addMemberByName({ params: { name: namespace.name }, body: { user: made.username, role } })
      return { ...made, client: await signIn(made.username, made.password) }
    },
    async publicKey(namespace, line, { name = `key-${shortId()}`, username = '.*', hostname = '.*' } = {}) {
      const data = Buffer.from(line).toString('base64')
      const body = { data, name, username, filter: { hostname } }
      return (await namespace.owner.client.createPublicKey({ body })).body
    },
  }
}
