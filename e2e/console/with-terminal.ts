// A browser in front of a real device, over a network that can be cut.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Edition } from '@sshore/contract'
import { type Page, type SeededNamespace, type StackDevice, type UnixUser, unixUser, type Visit } from '@sshore/testkit'
import { afterAll, beforeAll, expect } from 'vitest'
import { signIn, withConsole, type WithConsole } from './with-console.ts'

export interface CutNetwork extends AsyncDisposable {
  readonly url: string
  /** Ends every connection without a word; `isDown`: no new ones either, until it is called again. */
  cut(isDown: boolean): void
}

/** Another way to the server at `url`. */
export async function cutNetwork(url: string): Promise<CutNetwork> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isDown = false
  const server = createServer((near) => {
    if (isDown) {
      near.resetAndDestroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const cut = (down: boolean): void => {
    isDown = down
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    async [Symbol.asyncDispose]() {
      cut(true)
      server.close()
      await once(server, 'close')
    },
  }
}

export interface WithTerminal {
  readonly one: WithConsole
  readonly namespace: SeededNamespace
  readonly device: StackDevice
  readonly user: UnixUser
}

/** Call it at the top of a test file; what it returns can be used inside tests. */
export function withTerminal(edition?: Edition): WithTerminal {
  const one = withConsole(edition ? { edition } : {})
  let made: Pick<WithTerminal, 'namespace' | 'device' | 'user'> | undefined
  beforeAll(async () => {
    const namespace = await one.stack.seed.namespace()
    const device = await one.stack.addDevice(namespace, { hostname: 'camera' })
    made = { namespace, device, user: await unixUser({ shell: '/bin/bash' }) }
  })
  afterAll(async () => {
    await made?.user[Symbol.asyncDispose]()
  })
  const get = () => {
    if (!made) throw new Error('The device is there inside tests only.')
    return made
  }
  return {
    one,
    get namespace() {
      return get().namespace
    },
    get device() {
      return get().device
    },
    get user() {
      return get().user
    },
  }
}

/** The page of a new terminal to the device, before the login. */
export async function loginPage(
  { one, namespace, device }: WithTerminal,
  visit: Visit,
  url = one.stack.url,
): Promise<Page> {
  const page = await visit.open(`${url}/terminal?device=${device.uid}`)
  await signIn(page, namespace.owner)
  await page.getByRole('heading', { name: /^Log in on / }).waitFor()
  return page
}

export async function logIn(page: Page, { name, password }: Pick<UnixUser, 'name' | 'password'>): Promise<void> {
  await page.getByRole('textbox', { name: 'Login name' }).fill(name)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

/** What the terminal shows now, its lines joined as they stand. */
export const shown = (page: Page): Promise<string> =>
  page
    .locator('.xterm-rows')
    .last()
    .evaluate((rows) => [...rows.children].map((row) => row.textContent ?? '').join('\n'))

export async function shows(page: Page, wanted: string | RegExp, timeoutMilliseconds = 15_000): Promise<void> {
  const matching: unknown = typeof wanted === 'string' ? expect.stringContaining(wanted) : expect.stringMatching(wanted)
  await expect.poll(() => shown(page), { timeout: timeoutMilliseconds }).toEqual(matching)
}

/** Types into the terminal that has the focus. */
export async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
}

/** A terminal that runs, with a prompt that does not say the commands' words. */
export async function running(all: WithTerminal, visit: Visit, url?: string): Promise<Page> {
  const page = await loginPage(all, visit, url)
  await logIn(page, all.user)
  await shows(page, '$')
  await type(page, "PS1='> '; clear; echo rea''dy")
  await shows(page, /^ready/)
  return page
}
