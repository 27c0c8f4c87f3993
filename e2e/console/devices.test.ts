import { addManyDevices, type Page, type SeededNamespace } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { pendingDevice, signIn, withConsole } from './with-console.ts'

const one = withConsole()

async function statusOf({ owner }: SeededNamespace, name: string): Promise<string | undefined> {
  const { body } = await owner.client.listDevices({ query: { status: '', per_page: 100 } })
  return body.find((device) => device.name === name)?.status
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Devices by state' }).getByRole('link', { name })

describe('the list of devices', () => {
  it('takes a pending device from accepted to rejected and back, with the ssh line in between', async () => {
    const namespace = await one.stack.seed.namespace()
    await pendingDevice(one.stack, namespace.tenantId, 'camera')
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices`)
    await signIn(page, namespace.owner)
    await page.getByText('One device is waiting to be accepted').click()
    await page.getByRole('button', { name: 'Accept camera' }).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Devices by state' })
    expect(await tabs.locator('[aria-current]').allTextContents()).toEqual(['Pending1'])
    await page.getByRole('button', { name: 'Accept camera' }).click()
    await page.getByText('Accepted camera.').waitFor()
    await page.getByRole('heading', { name: 'No pending devices' }).waitFor()
    expect(await statusOf(namespace, 'camera')).toBe('accepted')

    await tab(page, 'Accepted').click()
    await page.getByText(`ssh root@${namespace.name}.camera@127.0.0.1 -p ${one.stack.sshPort}`).waitFor()
    await page.getByLabel('Log in as').fill('pi')
    await page.getByText(`ssh pi@${namespace.name}.camera@127.0.0.1 -p ${one.stack.sshPort}`).waitFor()

    await page.getByRole('button', { name: 'More for camera' }).click()
    await page.getByRole('menuitem', { name: 'Reject' }).click()
    await page.getByText('Rejected camera.').waitFor()
    expect(await statusOf(namespace, 'camera')).toBe('rejected')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'More for camera' }).waitFor()
    expect(await statusOf(namespace, 'camera')).toBe('accepted')
    expect(visit.complaints()).toEqual([])
  })

  it('renames in place, and says what is wrong with a name that does not fit or is taken', async () => {
    const namespace = await one.stack.seed.namespace()
    const { client } = namespace.owner
    for (const name of ['first', 'second']) {
      const { uid } = await pendingDevice(one.stack, namespace.tenantId, name)
      await client.setDeviceStatus({ params: { uid, status: 'accept' } })
    }
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices`)
    await signIn(page, namespace.owner)
    await page.getByRole('button', { name: 'Rename first' }).click()
    const field = page.getByLabel('New name of first')
    await field.fill('not good')
    await field.press('Enter')
    await page.getByText('1 to 64 letters, digits, hyphens and underscores.').waitFor()
    await field.fill('second')
    await field.press('Enter')
    await page.getByText('An accepted device is called second already; choose another name.').waitFor()
    await field.fill('kitchen')
    await field.press('Enter')
    await page.getByRole('button', { name: 'Rename kitchen' }).waitFor()
    expect(await statusOf(namespace, 'kitchen')).toBe('accepted')

    await page.keyboard.press('/')
    await page.keyboard.type('kitch')
    await expect.poll(() => page.getByRole('button', { name: /^More for/ }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More for second' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog', { name: 'Remove second?' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Removed second.').waitFor()
    expect(await statusOf(namespace, 'second')).toBeUndefined()
    expect(visit.complaints()).toEqual([])
  })

  it('keeps every tag that is typed while another is saved, and what cannot be one in the field', async () => {
    const namespace = await one.stack.seed.namespace()
    const { client } = namespace.owner
    const { uid } = await pendingDevice(one.stack, namespace.tenantId, 'tagged')
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices/${uid}`)
    await signIn(page, namespace.owner)
    const typed = Promise.withResolvers<undefined>()
    await page.route('**/api/devices/*/tags', async (route) => {
      await typed.promise
      await route.continue()
    })
    const field = page.getByRole('combobox', { name: 'Tags' })
    for (const tag of ['lab', 'berlin']) {
      await field.pressSequentially(tag)
      await field.press('Enter')
    }
    typed.resolve(undefined)
    await expect
      .poll(async () => (await client.getDevice({ params: { uid } })).body.tags.toSorted())
      .toEqual(['berlin', 'lab'])
    for (const end of ['Enter', ',']) {
      await field.fill('not good')
      await field.press(end)
      await expect.poll(() => field.inputValue()).toBe('not good')
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    }
    await field.fill('good')
    await field.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('')
    await expect
      .poll(async () => (await client.getDevice({ params: { uid } })).body.tags.toSorted())
      .toEqual(['berlin', 'good', 'lab'])
    expect(visit.complaints()).toEqual([])
  })

  it('puts back what the server refuses, with the reason', async () => {
    const namespace = await one.stack.seed.namespace()
    const { client } = namespace.owner
    const { uid } = await pendingDevice(one.stack, namespace.tenantId, 'twin')
    await client.setDeviceStatus({ params: { uid, status: 'accept' } })
    await pendingDevice(one.stack, namespace.tenantId, 'twin')
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices/pending`)
    await signIn(page, namespace.owner)
    await page.getByRole('button', { name: 'Accept twin' }).click()
    await page.getByText('An accepted device is called twin already. Rename one of the two first.').waitFor()
    await page.getByRole('button', { name: 'Accept twin' }).waitFor()
    await page.getByRole('button', { name: 'Show it' }).click()
    await page.waitForURL(/\/devices\?q=twin$/)
    await page.getByRole('button', { name: 'Rename twin' }).waitFor()
    expect(visit.complaints()).toEqual([])
  })

  it('changes those of a selection that can be, tells of the others why not, and keeps them selected', async () => {
    const namespace = await one.stack.seed.namespace()
    const { client } = namespace.owner
    const { uid } = await pendingDevice(one.stack, namespace.tenantId, 'twin')
    await client.setDeviceStatus({ params: { uid, status: 'accept' } })
    await client.setDeviceTags({ params: { uid }, body: { tags: ['one', 'two', 'three'] } })
    for (const name of ['twin', 'solo', 'gone']) await pendingDevice(one.stack, namespace.tenantId, name)
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices?status=pending`)
    await signIn(page, namespace.owner)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByText('3 selected').waitFor()
    const { body: waiting } = await client.listDevices({ query: { status: 'pending' } })
    const gone = waiting.find((device) => device.name === 'gone')
    const goneUid = gone?.uid ?? uid
    await page.route(`**/api/devices/${goneUid}/accept`, async (route) => {
      await client.removeDevice({ params: { uid: goneUid } })
      await route.continue()
    })
    await page.getByRole('region', { name: '3 selected' }).getByRole('button', { name: 'Accept' }).click()
    await page.getByText('Accepted solo.').waitFor()
    const told = page.getByRole('alert')
    await told.getByText('twin: An accepted device is called twin already. Rename one of the two first.').waitFor()
    // The one that is gone is told of, and not counted among those that are there.
    await told.getByText('One device is as it was').waitFor()
    await told.getByText('One is still selected.').waitFor()
    await page.getByRole('region', { name: '1 selected' }).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Select twin' }).isChecked()).toBe(true)

    await told.getByRole('button', { name: 'Show it' }).click()
    await page.getByRole('button', { name: 'Rename twin' }).waitFor()
    await told.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select twin' }).check()
    await page.getByRole('button', { name: 'Tag …' }).click()
    await page.getByRole('dialog').getByRole('combobox').fill('fourth')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('A device carries at most 3 tags, and twin has').waitFor()
    expect(visit.complaints()).toEqual([])
  })

  it('tries again only what was refused, keeps what is ticked meanwhile, and tells who has left the list', async () => {
    const namespace = await one.stack.seed.namespace()
    for (const name of ['alpha', 'beta', 'gamma']) await pendingDevice(one.stack, namespace.tenantId, name)
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices?status=pending`)
    await signIn(page, namespace.owner)
    const { body: waiting } = await namespace.owner.client.listDevices({ query: { status: 'pending' } })
    const uidOf = (name: string) => waiting.find((device) => device.name === name)?.uid ?? ''
    const calls: string[] = []
    let refuses = true
    let held = Promise.withResolvers<undefined>()
    await page.route(/\/api\/devices\/[0-9a-f]+\/(accept|reject)$/, async (route) => {
      const path = new URL(route.request().url()).pathname
      calls.push(path.slice('/api/devices/'.length))
      if (!refuses || !path.includes(uidOf('beta'))) return route.continue()
      await held.promise
      return route.fulfill({ status: 500, json: { code: 'internal', message: 'broken' } })
    })
    const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
    await select('alpha').check()
    await select('beta').check()
    await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Reject' }).click()
    await select('beta').waitFor({ state: 'detached' })
    await select('gamma').check()
    held.resolve(undefined)
    await page.getByText('Rejected alpha.').waitFor()
    await page.getByRole('region', { name: '2 selected' }).waitFor()
    expect([await select('beta').isChecked(), await select('gamma').isChecked()]).toEqual([true, true])

    refuses = false
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Rejected beta.').waitFor()
    expect(calls.toSorted()).toEqual(['alpha', 'beta', 'beta'].map((name) => `${uidOf(name)}/reject`).toSorted())

    refuses = true
    held = Promise.withResolvers()
    await tab(page, 'Rejected').click()
    await select('alpha').waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Accept' }).click()
    await select('beta').waitFor({ state: 'detached' })
    await tab(page, 'Pending').click()
    await select('gamma').waitFor()
    held.resolve(undefined)
    await page.locator('.notice').getByText('beta:').waitFor()
    await page.getByText('Accepted alpha.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(visit.complaints().filter((complaint) => !complaint.includes('500'))).toEqual([])
  })

  it('goes to the last page when the one that is shown is none any more', async () => {
    const namespace = await one.stack.seed.namespace()
    addManyDevices(one.stack, namespace.tenantId, 51)
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices?page=2`)
    await signIn(page, namespace.owner)
    const more = page.getByRole('button', { name: /^More for/ })
    await page.getByText('51–51 of 51').waitFor()
    await more.click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.waitForURL(/\/devices$/)
    await expect.poll(() => more.count()).toBe(50)
    expect(visit.complaints()).toEqual([])
  })

  it('shows an observer everything, and why it is not theirs to change', async () => {
    const namespace = await one.stack.seed.namespace()
    await pendingDevice(one.stack, namespace.tenantId, 'camera')
    const observer = await one.stack.seed.member(namespace, 'observer')
    await using visit = await one.browser.visit({ size: { width: 390, height: 844 } })
    const page = await visit.open(`${one.stack.url}/devices/pending`)
    await signIn(page, observer)
    const accept = page.getByRole('button', { name: 'Accept camera' })
    await accept.focus()
    await page.getByText('Needs the role operator or above; yours is observer.').waitFor()
    await page.keyboard.press('Enter')
    expect(await accept.getAttribute('aria-disabled')).toBe('true')
    expect(await statusOf(namespace, 'camera')).toBe('pending')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(visit.complaints()).toEqual([])
  })
})
