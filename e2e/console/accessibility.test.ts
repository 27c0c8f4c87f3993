import type { Page } from '@sshore/testkit'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { pendingDevice, signIn, withConsole } from './with-console.ts'

const one = withConsole()

interface Violation {
  readonly id: string
  readonly at: string
}

const runAxe = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')).join(', ') })))`

/** What axe finds, as "page: rule at element". It comes in through the debugger, which the page's policy does not bind. */
async function violationsOf(page: Page, name: string): Promise<string[]> {
  await page.evaluate(axe.source)
  const found: readonly Violation[] = await page.evaluate(runAxe)
  return found.map(({ id, at }) => `${name}: ${id} at ${at}`)
}

const looks = [
  { colours: 'light', size: { width: 1280, height: 800 } },
  { colours: 'dark', size: { width: 1280, height: 800 } },
  { colours: 'light', size: { width: 390, height: 844 } },
  { colours: 'dark', size: { width: 390, height: 844 } },
] as const

describe('axe', () => {
  it('sees what is wrong with a page', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(one.stack.url)
    await page.getByRole('heading').waitFor()
    await page.evaluate(() => document.body.append(document.createElement('button')))
    expect((await violationsOf(page, 'planted')).join()).toMatch(/button-name/)
  })

  it.each(looks)('finds nothing before the server is set up, $colours, $size.width wide', async (look) => {
    const { sign } = (await one.stack.internal.getSetup()).body
    await using visit = await one.browser.visit(look)
    const page = await visit.open(one.stack.url)
    await page.getByRole('heading', { name: 'Set this server up' }).waitFor()
    const found = await violationsOf(page, 'without the link')
    await page.goto(`${one.stack.url}/setup?sign=${sign}`)
    await page.getByRole('button', { name: 'Create the first user' }).click()
    await page.getByText('Needed: 3 to 20 characters.').waitFor()
    found.push(...(await violationsOf(page, 'form with errors')))
    expect(found).toEqual([])
  })

  it.each(looks)('finds nothing on the pages of a member, $colours, $size.width wide', async (look) => {
    const { stack, browser } = one
    const namespace = await stack.seed.namespace()
    for (const [name, status] of [
      ['kitchen', 'accept'],
      ['lobby', 'pending'],
      ['attic', 'reject'],
    ] as const) {
      const { uid } = await pendingDevice(stack, namespace.tenantId, name)
      await namespace.owner.client.setDeviceStatus({ params: { uid, status } })
    }
    await using visit = await browser.visit(look)
    const page = await visit.open(`${stack.url}/devices`)
    const found: string[] = []
    const check = async (name: string): Promise<void> => void found.push(...(await violationsOf(page, name)))

    await signIn(page, { username: namespace.owner.username, password: 'wrong' })
    await page.getByText('Unknown user or wrong password.').waitFor()
    await check('login, refused')
    await signIn(page, namespace.owner)
    await page.getByRole('button', { name: 'More for kitchen' }).click()
    await check('accepted, with a menu')
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog', { name: 'Remove kitchen?' }).waitFor()
    await check('removal')
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Rename kitchen' }).click()
    await check('renaming')
    for (const [path, control] of [
      ['pending', 'Accept lobby'],
      ['rejected', 'Accept attic'],
    ] as const) {
      await page.goto(`${stack.url}/devices/${path}`)
      await page.getByRole('button', { name: control }).waitFor()
      await check(path)
    }
    await page.getByRole('button', { name: 'Add device' }).click()
    await page.getByText('Waiting for the device.').waitFor()
    await check('adding')
    await page.goto(`${stack.url}/accept-device?code=22222222`)
    await page.getByText('This code is unknown').waitFor()
    await check('code')
    await page.getByLabel('Colours').click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await page.getByLabel(`Account of ${namespace.owner.username}`).click()
    await check('account')
    await page.goto(`${stack.url}/nowhere`)
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
    await check('no page')
    expect(found).toEqual([])
    expect(visit.complaints()).toEqual([])
  })
})
