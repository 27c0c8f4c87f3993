// A terminal into a container of a real engine. It takes a while to start one, so this runs with the long tests alone.
import { features } from '@sshore/contract'
import { longTests, type SeededNamespace } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { accepted, openEngine } from '../connectors/with-engine.ts'
import { keepPicture } from './pictures.ts'
import { signIn, withConsole } from './with-console.ts'
import { logIn, shows, type } from './with-terminal.ts'

const held = new AsyncDisposableStack()
const engine = longTests ? await openEngine('docker', 'db') : undefined
if (engine) held.use(engine)

describe.runIf(engine)('a container in the console', () => {
  const one = withConsole({
    edition: features.connectors[0],
    connectorAllowPrivate: 'true',
    connectorSockets: [engine?.socket ?? ''],
  })
  let namespace: SeededNamespace
  beforeAll(async () => {
    namespace = await one.stack.seed.namespace()
    const address = `unix://${engine?.socket}`
    await namespace.owner.client.createConnector({ body: { enable: true, secure: false, address } })
    await accepted(namespace, 'db')
    return () => held.disposeAsync()
  })

  it('is chosen like a device, asks for a password of its own, and has a shell', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/terminal`)
    await signIn(page, namespace.owner)
    await page.getByRole('textbox', { name: 'Search devices and containers' }).fill('db')
    await page.getByRole('button', { name: /^db/ }).click()
    await page.getByRole('heading', { name: 'Log in on db' }).waitFor()
    await logIn(page, { name: 'ann', password: 'wrong' })
    await page.getByRole('alert').waitFor()
    await logIn(page, { name: 'ann', password: 'secret-1' })
    await shows(page, '$')
    await type(page, 'clear; echo "[$(id -un) $TERM]"; ls /.dockerenv')
    await shows(page, /\[ann xterm-256color\][\s\S]*\/\.dockerenv/)
    await page.setViewportSize({ width: 900, height: 500 })
    await type(page, 'clear; echo "[$(stty size)]"')
    await shows(page, /\[2\d \d+\]|\[1\d \d+\]/)
    await keepPicture(page, 'terminal-container-wide-light')
    await type(page, 'exit 4')
    await page.getByText('The shell ended with status 4.').waitFor()
    expect(visit.complaints()).toEqual([])
  })
})
