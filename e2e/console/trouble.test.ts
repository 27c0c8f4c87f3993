import { describe, expect, it } from 'vitest'
import { pendingDevice, signIn, withConsole } from './with-console.ts'

const one = withConsole()

describe('a server that cannot be reached', () => {
  it('is told about, beside what was there, until it is back', async () => {
    const namespace = await one.stack.seed.namespace()
    await pendingDevice(one.stack, namespace.tenantId, 'camera')
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices/pending`)
    await signIn(page, namespace.owner)
    await page.getByRole('button', { name: 'Accept camera' }).waitFor()
    await page.route('**/api/**', (route) => route.abort())
    // Something happens, and what it changed cannot be asked for.
    await pendingDevice(one.stack, namespace.tenantId, 'lamp')
    await page.getByText('This list may be out of date').waitFor()
    expect(await page.getByRole('button', { name: 'Accept camera' }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Accept camera' }).click()
    await page.getByText('camera: The server at this address cannot be reached.').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    // The next look finds it again; nobody has to press Retry.
    await page.getByText('This list may be out of date').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Accept camera' }).click()
    await page.getByText('Accepted camera.').waitFor()
  })
})

describe('somebody with several namespaces', () => {
  it('sees the devices of one at a time and goes from one to the other', async () => {
    const [work, home] = [await one.stack.seed.namespace(), await one.stack.seed.namespace()]
    await pendingDevice(one.stack, work.tenantId, 'press')
    await pendingDevice(one.stack, home.tenantId, 'toaster')
    await one.stack.internal.addMemberByName({
      params: { name: home.name },
      body: { user: work.owner.username, role: 'operator' },
    })
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices/pending`)
    await signIn(page, work.owner)
    await page.getByText('press', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Namespace ${work.name}, switch` }).click()
    await page.getByRole('menuitem', { name: home.name }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    await page.getByRole('link', { name: /^Pending/ }).click()
    await page.getByText('toaster', { exact: true }).waitFor()
    expect(await page.getByText('press', { exact: true }).count()).toBe(0)
    expect(visit.complaints()).toEqual([])
  })

  it('without any is told how to come by one', async () => {
    const user = await one.stack.seed.user()
    await using visit = await one.browser.visit()
    const page = await visit.open(one.stack.url)
    await signIn(page, user)
    await page.getByLabel('Name of the new namespace').fill(`own-${user.username}`.slice(0, 30))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Connect your first device' }).waitFor()
    expect(visit.complaints()).toEqual([])
  })
})
