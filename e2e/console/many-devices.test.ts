// Ten thousand devices. The server pages the list, fifty at a time, so that the browser never has more to draw than that; what could
// still be slow are the server's filters and what the page does with an answer.
import { addManyDevices, longTests, until } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { type Smoothness, smoothnessOf } from './smoothness.ts'
import { signIn, withConsole } from './with-console.ts'

const one = withConsole()
const deviceCount = 10_000
/** Of one action, in processor time. Alone it is a third of this; where others compete, keys come slowly and each is a search of its own. */
const busyMillisecondsMost = 1500

describe.runIf(longTests)('a namespace with ten thousand devices', () => {
  it('filters, sorts, turns pages and scrolls without holding the page up', async () => {
    const namespace = await one.stack.seed.namespace()
    addManyDevices(one.stack, namespace.tenantId, deviceCount)
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices`)
    await signIn(page, namespace.owner)
    await page.getByText('8000 of 10000 online').waitFor()
    const rows = page.getByRole('row')
    const shown = (count: number) => until(`${count} rows`, async () => (await rows.count()) === count + 1)
    await shown(50)
    const named = (name: string) => page.getByRole('link', { name, exact: true }).waitFor()

    const figures: Record<string, Smoothness> = {
      search: await smoothnessOf(page, async () => {
        await page.keyboard.press('/')
        await page.keyboard.type('till-9995')
        await named('till-9995')
        await shown(1)
      }),
      clear: await smoothnessOf(page, async () => {
        await page.getByRole('textbox', { name: 'Search devices' }).fill('')
        await shown(50)
      }),
      sort: await smoothnessOf(page, async () => {
        await page.getByRole('button', { name: 'Device', exact: true }).click()
        await named('till-9995')
      }),
      page: await smoothnessOf(page, async () => {
        await page.getByRole('button', { name: 'next page' }).click()
        await page.waitForURL(/page=2/)
        await page.getByRole('link', { name: 'till-9995', exact: true }).waitFor({ state: 'detached' })
      }),
      scroll: await smoothnessOf(page, async () => {
        for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, 120)
        await until('the page has moved', () => page.evaluate(() => window.scrollY > 400))
      }),
    }
    console.log(JSON.stringify(figures))
    for (const [what, { busyMilliseconds }] of Object.entries(figures)) {
      expect([what, busyMilliseconds < busyMillisecondsMost]).toEqual([what, true])
    }
    expect(visit.complaints()).toEqual([])
  })
})
