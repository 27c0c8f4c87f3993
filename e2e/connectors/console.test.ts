// Connectors as an administrator of a namespace meets them in the browser, with an engine that really runs.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { features } from '@sshore/contract'
import { type ContainerEngine, longTests } from '@sshore/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { violationsOf } from '../console/axe.ts'
import { looks } from '../console/full-namespace.ts'
import { keepPicture } from '../console/pictures.ts'
import { signIn, withConsole } from '../console/with-console.ts'
import { openEngine } from './with-engine.ts'

const held = new AsyncDisposableStack()
const opened = longTests ? await openEngine('docker', 'web') : undefined
if (opened) held.use(opened)
afterAll(() => held.disposeAsync())

const engine = (): ContainerEngine => {
  if (!opened) throw new Error('There is no engine.')
  return opened
}
const pem = (file: string) => readFile(join(engine().certificates, file), 'utf8')

describe.runIf(opened)('a connector', () => {
  const one = withConsole({ edition: features.connectors[0], connectorAllowPrivate: 'true' })

  it('is added, says what it reaches or what it lacks, is switched off and on, edited and removed', async () => {
    const { owner } = await one.stack.seed.namespace()
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/connectors`)
    await signIn(page, owner)
    await page.getByText('Docker listens by TLS when it is started like this').waitFor()
    await page.getByRole('button', { name: 'Add connector' }).click()
    const panel = page.getByRole('dialog', { name: 'Add connector' })
    await panel.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1')
    await panel.getByRole('textbox', { name: 'Port' }).fill(String(engine().tlsPort))
    await panel.getByRole('textbox', { name: 'Certificate authority' }).fill(await pem('ca.pem'))
    await panel.getByRole('textbox', { name: 'Client certificate' }).fill(await pem('cert.pem'))
    await panel.getByRole('textbox', { name: 'Private key' }).fill('no key')
    await panel.getByRole('button', { name: 'Add connector' }).click()
    await panel.getByText('TLS wants three PEM texts').first().waitFor()
    expect(await panel.getByRole('textbox', { name: 'Private key' }).inputValue()).toBe('no key')
    await panel.getByRole('textbox', { name: 'Private key' }).fill(await pem('key.pem'))
    await panel.getByRole('button', { name: 'Add connector' }).click()
    await page.getByText('connected', { exact: true }).waitFor()
    await page.getByText('1 container, 1 running').waitFor()
    const name = `127.0.0.1:${engine().tlsPort}`
    const found = await violationsOf(page, 'a connector that is connected')
    await keepPicture(page, 'connectors-connected-wide-light')

    await page.getByRole('switch', { name: `Switched on: ${name}` }).click({ force: true })
    await page.getByText('off', { exact: true }).waitFor()
    await page.getByRole('switch', { name: `Switched on: ${name}` }).click({ force: true })
    await page.getByText('connected', { exact: true }).waitFor()
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit connector' })
    await editing.getByRole('textbox', { name: 'Port' }).fill('1')
    await editing.getByRole('button', { name: 'Save' }).click()
    await page.getByText('failed', { exact: true }).waitFor()
    await page.getByText('Needed: a port of the engine with TLS').waitFor()
    found.push(...(await violationsOf(page, 'a connector that fails')))
    await keepPicture(page, 'connectors-failed-wide-light')

    await using other = await one.browser.visit(looks[3])
    const phone = await other.open(`${one.stack.url}/connectors`)
    await signIn(phone, owner)
    await phone.getByText('failed', { exact: true }).waitFor()
    await keepPicture(phone, 'connectors-failed-phone-dark')
    await phone.getByRole('button', { name: 'More for 127.0.0.1:1' }).click()
    await phone.getByRole('menuitem', { name: 'Remove' }).click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await phone.getByText('Connector removed.').waitFor()
    expect(found).toEqual([])
    expect([...visit.complaints(), ...other.complaints()]).toEqual([])
  }, 120_000)
})
