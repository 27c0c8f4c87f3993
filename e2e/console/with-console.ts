// A server with its console, and a browser, for all tests of a file.
import { generateKeyPairSync } from 'node:crypto'
import type { Device, TenantId } from '@sshore/contract'
import { ensureConsole } from '@sshore/sshore'
import {
  createStack,
  type Page,
  randomMac,
  repositoryRoot,
  type SeededNamespace,
  type SeededUser,
  type Stack,
  type StackOptions,
  startBrowser,
  type TestBrowser,
} from '@sshore/testkit'
import { afterAll, beforeAll } from 'vitest'

export interface WithConsole {
  readonly stack: Stack
  readonly browser: TestBrowser
}

/** Call it at the top of a test file; what it returns can be used inside tests. */
export function withConsole(config: StackOptions['config'] = {}): WithConsole {
  let made: WithConsole | undefined
  const held = new AsyncDisposableStack()
  beforeAll(async () => {
    const consoleDir = await ensureConsole(repositoryRoot, () => undefined)
    const stack = held.use(await createStack({ config: { consoleDir, ...config } }))
    made = { stack, browser: held.use(await startBrowser()) }
  })
  afterAll(() => held.disposeAsync())
  const get = (): WithConsole => {
    if (!made) throw new Error('The console is there inside tests only.')
    return made
  }
  return {
    get stack() {
      return get().stack
    },
    get browser() {
      return get().browser
    },
  }
}

/** Fills in what the login page asks for, wherever it stands. */
export async function signIn(
  page: Page,
  { username, password }: Pick<SeededUser, 'username' | 'password'>,
): Promise<void> {
  await page.getByLabel('User name or e-mail address').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Somebody who looks after the whole server, and has a namespace as well. */
export async function administratorOf({ seed, internal }: Stack): Promise<SeededNamespace> {
  const namespace = await seed.namespace()
  const params = { username: namespace.owner.username }
  await internal.setAdministrator({ params, body: { administrator: true } })
  return namespace
}

/** A device that has asked to be let in, without an agent behind it. */
export async function pendingDevice(
  stack: Stack,
  tenantId: TenantId,
  hostname: string,
): Promise<Pick<Device, 'uid' | 'name'>> {
  const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const info = { id: 'debian', pretty_name: 'Debian GNU/Linux 13', version: '0.1.0', arch: 'arm64', platform: 'native' }
  const body = { info, hostname, identity: { mac: randomMac() }, public_key: publicKey, tenant_id: tenantId }
  return (await stack.anonymous.registerDevice({ body })).body
}
