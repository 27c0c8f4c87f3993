// Who sends the generated requests, and what there is for them to ask about.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { DeviceUid, Role, SessionUid } from '@sshore/contract'
import { randomMac, type SeededNamespace, type Stack } from '@sshore/testkit'
import type { Json } from './document.ts'
import type { Pool } from './pool.ts'

export interface Actor {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
}

const publicKey = (): string =>
  generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()

async function registerDevice({ anonymous }: Stack, { tenantId }: SeededNamespace, platform = 'native') {
  const { body } = await anonymous.registerDevice({
    body: {
      hostname: `lab-${randomBytes(3).toString('hex')}`,
      identity: { mac: randomMac() },
      info: { id: 'debian', pretty_name: 'Debian GNU/Linux', version: '1.0.0', arch: 'arm64', platform },
      public_key: publicKey(),
      tenant_id: tenantId,
    },
  })
  return body
}

async function openSession({ internal }: Stack, deviceUid: DeviceUid): Promise<void> {
  const uid = randomBytes(32).toString('hex') as SessionUid
  const what = {
    username: 'root',
    ip_address: '203.0.113.9',
    type: 'term',
    term: 'xterm',
    authenticated: true,
  } as const
  await internal.createSession({ body: { uid, device_uid: deviceUid, ...what } })
}

const credential = (token: string): Actor['headers'] => ({ authorization: `Bearer ${token}` })

/** A namespace with a thing of each kind; the pool knows of them. The owner comes first. */
export async function createActors(stack: Stack, pool: Pool): Promise<readonly [owner: Actor, ...others: Actor[]]> {
  const namespace = await stack.seed.namespace()
  const { username, password, client } = namespace.owner
  const devices = [await registerDevice(stack, namespace), await registerDevice(stack, namespace, 'connector')]
  for (const { uid } of devices) {
    await client.setDeviceStatus({ params: { uid, status: 'accept' } })
    await client.addDeviceTag({ params: { uid }, body: { tag: `tag-${uid.slice(0, 6)}` } })
    await openSession(stack, uid)
  }
  await registerDevice(stack, namespace)
  const { line } = await stack.newKey()
  const data = Buffer.from(line).toString('base64')
  await client.createPublicKey({ body: { data, name: 'laptop', username: '.*', filter: { hostname: '.*' } } })
  await client.createCertificateAuthority({ body: { name: 'authority', member_principals: ['pi'], hours_most: 24 } })
  const keyOf = async (role: Role): Promise<string> =>
    (await client.createApiKey({ body: { name: `${role}-key`, expires_at: 30, role } })).body.id
  const [administrator, observer] = [await keyOf('administrator'), await keyOf('observer')]
  const { body: login } = await stack.anonymous.login({ body: { username, password } })

  const told = await Promise.all([
    client.listDevices({ query: { status: '' } }),
    client.listSessions(),
    client.listPublicKeys(),
    client.listApiKeys(),
    client.listNamespaces(),
    client.listCertificateAuthorities(),
  ])
  for (const { body } of told) pool.remember(JSON.parse(JSON.stringify(body)) as Json)
  pool.remember({ username, data })

  return [
    { name: 'owner', headers: credential(login.token) },
    { name: 'API key of an administrator', headers: { 'x-api-key': administrator } },
    { name: 'API key of an observer', headers: { 'x-api-key': observer } },
    { name: 'device', headers: credential(devices[0]?.token ?? '') },
    { name: 'nobody', headers: {} },
    { name: 'garbage', headers: { authorization: 'Bearer a.b.c' } },
  ]
}
