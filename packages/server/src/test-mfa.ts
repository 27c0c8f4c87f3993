// Second factors as the tests of this package need them, and inputs that work for each of their calls.
import { ApiError, type Client } from '@sshore/client'
import type { UserId } from '@sshore/contract'
import { fromBase32, hotp, stepAt } from './features/mfa/one-time-code.ts'
import { TestAuthenticator } from './test-authenticator.ts'
import { newSessionUid } from './test-device.ts'
import type { Sample } from './test-samples.ts'
import { type TestServer, testPassword } from './test-server.ts'
import { accepted, newMember, unique, type World } from './test-world.ts'

/** What an authenticator app and its owner keep. */
export interface Enrolled {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** The code of `steps` time steps from now; codes of the neighbours are taken too. */
export const codeOf = ({ secret }: Pick<Enrolled, 'secret'>, { clock }: Pick<TestServer, 'clock'>, steps = 0): string =>
  hotp(fromBase32(secret), stepAt(clock.now()) + steps)

const reachable = (client: Client, name: string) =>
  client.updateUser({ body: { recovery_email: `${name}@recovery.example.org` } })

/** Sets a recovery address and generates, without enabling. */
export async function generated(client: Client, name: string): Promise<Enrolled> {
  await reachable(client, name)
  const { body } = await client.generateMfa()
  return { secret: body.secret, recoveryCodes: body.recovery_codes }
}

/** Switches it on with the code of the step before, so that the present one is still good. */
async function enroll(stack: TestServer, client: Client, name: string): Promise<Enrolled> {
  const enrolled = await generated(client, name)
  const { secret, recoveryCodes } = enrolled
  const body = { code: codeOf(enrolled, stack, -1), secret, recovery_codes: [...recoveryCodes] }
  await client.enableMfa({ body })
  return enrolled
}

/** The token of the second step of a login. */
export async function beginLogin({ anonymous }: TestServer, username: string): Promise<string> {
  const refused: unknown = await anonymous
    .login({ body: { username, password: testPassword } })
    .catch((e: unknown) => e)
  const token = refused instanceof ApiError ? refused.reply?.header('x-mfa-token') : undefined
  if (!token) throw new Error(`No second step was asked of ${username}: ${String(refused)}`)
  return token
}

/** What came of a call: `worked`, or status and code. */
export const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'worked',
    (error: unknown) => (error instanceof ApiError ? [error.status, error.code] : error),
  )

/** No code that this secret has for hours. */
export function wrongCode(enrolled: Enrolled, stack: TestServer): string {
  const near = new Set(Array.from({ length: 2000 }, (_, index) => codeOf(enrolled, stack, index - 1000)))
  const wrong = Array.from({ length: 3000 }, (_, index) => String(index).padStart(6, '0')).find(
    (code) => !near.has(code),
  )
  return wrong ?? ''
}

/** Somebody new with a namespace and a second factor, a moment after its last code was used. */
export async function newSomebody(stack: TestServer) {
  const name = unique('person')
  const member = await stack.signUp(name)
  const enrolled = await enroll(stack, member.client, name)
  stack.clock.advance(90_000)
  return { name, member, enrolled }
}

interface Holder extends Enrolled {
  readonly id: UserId
  readonly username: string
}

/** A member of ana's namespace with a second factor. */
async function somebody(world: World): Promise<Holder> {
  const { stack } = world
  const { id, username } = await newMember(world)
  const { client } = await stack.signIn(username)
  return { id, username, ...(await enroll(stack, client, username)) }
}

const ofStack = new WeakMap<TestServer, Enrolled>()

/** Ana with a second factor; her token stays good. */
async function anaEnrolled(world: World): Promise<Enrolled> {
  const { stack, ana } = world
  const known = ofStack.get(stack)
  if (known && (await ana.client.getMfa()).body.enabled) {
    // A step that no earlier sample used.
    stack.clock.advance(90_000)
    return known
  }
  const enrolled = await enroll(stack, ana.client, 'ana')
  ofStack.set(stack, enrolled)
  return enrolled
}

async function anaWithout(world: World): Promise<void> {
  if (!(await world.ana.client.getMfa()).body.enabled) return
  const enrolled = await anaEnrolled(world)
  await world.ana.client.disableMfa({ body: { code: codeOf(enrolled, world.stack) } })
}

/** Where the calls of these tests go, as a browser would say it. */
const originOf = ({ options }: TestServer): string => options.publicUrl ?? 'https://localhost'

const challengeOf = (options: Readonly<Record<string, unknown>>): string => String(options['challenge'])

/** A key, registered for whoever the client is. */
export async function addKey(
  stack: TestServer,
  client: Client,
  enrolled: Enrolled,
  origin = originOf(stack),
): Promise<TestAuthenticator> {
  const { body, code, key } = await registration(stack, client, enrolled, origin)
  await client.addSecurityKey({ body: { ...body, code } })
  return key
}

async function registration(stack: TestServer, client: Client, enrolled: Enrolled, origin = originOf(stack)) {
  const key = new TestAuthenticator()
  const { token, options } = (await client.offerSecurityKey()).body
  const response = key.create(challengeOf(options), origin)
  return { key, code: codeOf(enrolled, stack), body: { token, name: 'blue key', response } }
}

async function withKey(world: World) {
  const { stack } = world
  const { id, username } = await newMember(world)
  const { client } = await stack.signIn(username)
  const key = await addKey(stack, client, await enroll(stack, client, username))
  const token = await beginLogin(stack, username)
  return { id, key, token }
}

export const mfaSamples = {
  getMfa: async () => ({}),
  generateMfa: async (world) => {
    await anaWithout(world)
    await reachable(world.ana.client, 'ana')
    return {}
  },
  findSecondFactor: async ({ ana }) => ({ body: { tenant_id: ana.tenantId, user_id: ana.id } }),
  enableMfa: async (world) => {
    await anaWithout(world)
    const enrolled = await generated(world.ana.client, 'ana')
    ofStack.set(world.stack, enrolled)
    const { secret, recoveryCodes } = enrolled
    return { body: { code: codeOf(enrolled, world.stack, -1), secret, recovery_codes: [...recoveryCodes] } }
  },
  offerSecurityKey: async (world) => {
    await anaEnrolled(world)
    return {}
  },
  addSecurityKey: async (world) => {
    const { body, code } = await registration(world.stack, world.ana.client, await anaEnrolled(world))
    return { body: { ...body, code } }
  },
  removeSecurityKey: async (world) => {
    await addKey(world.stack, world.ana.client, await anaEnrolled(world))
    const { keys } = (await world.ana.client.getMfa()).body
    return { params: { id: keys.at(-1)?.id ?? '' } }
  },
  disableMfa: async (world) => ({ body: { code: codeOf(await anaEnrolled(world), world.stack) } }),
  authenticateMfa: async (world) => {
    const whose = await somebody(world)
    return { body: { token: await beginLogin(world.stack, whose.username), code: codeOf(whose, world.stack) } }
  },
  recoverMfa: async (world) => {
    const { username: identifier, recoveryCodes } = await somebody(world)
    const token = await beginLogin(world.stack, identifier)
    return { body: { identifier, recovery_code: recoveryCodes[0], token } }
  },
  requestMfaReset: async (world) => {
    const { username: identifier } = await somebody(world)
    return { body: { identifier, token: await beginLogin(world.stack, identifier) } }
  },
  resetMfa: async (world) => {
    const { id, username: identifier } = await somebody(world)
    await beginLogin(world.stack, identifier)
    await world.stack.anonymous.requestMfaReset({ body: { identifier } })
    const [main, recovery] = await mailedCodes(world.stack, identifier)
    return { params: { id }, body: { main_email_code: main, recovery_email_code: recovery } }
  },
  challengeSecurityKey: async (world) => ({ body: { token: (await withKey(world)).token } }),
  authenticateSecurityKey: async (world) => {
    const { key, token } = await withKey(world)
    const { options } = (await world.stack.anonymous.challengeSecurityKey({ body: { token } })).body
    return { body: { token, response: key.get(challengeOf(options), originOf(world.stack)) } }
  },
  checkSecondFactor: async (world) => {
    const whose = await somebody(world)
    const place = { tenant_id: world.ana.tenantId, device_uid: await accepted(world), session_uid: newSessionUid() }
    const code = codeOf(whose, world.stack)
    return { body: { ...place, identifier: whose.username, user_id: whose.id, code, ip_address: '203.0.113.9' } }
  },
  disableMfaOf: async (world) => ({ params: { username: (await somebody(world)).username } }),
} satisfies Readonly<Record<string, (world: World) => Promise<Sample>>>

/** Those of the newest letters, of the main address and of the recovery address. */
export async function mailedCodes(
  { internal }: TestServer,
  username: string,
): Promise<[main: string, recovery: string]> {
  const { body: mails } = await internal.listMails({ query: { per_page: 100 } })
  const to = (address: string): string => {
    const text = mails.find(({ kind, recipient }) => kind === 'mfa-reset' && recipient === address)?.text ?? ''
    return /^ {4}(\S{5})$/m.exec(text)?.[1] ?? ''
  }
  return [to(`${username}@example.org`), to(`${username}@recovery.example.org`)]
}
