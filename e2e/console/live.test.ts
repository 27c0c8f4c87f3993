import { expect, it } from 'vitest'
import { pendingDevice, signIn, withConsole } from './with-console.ts'

const one = withConsole()

/** Shorter than the time after which lists ask by themselves. */
const soonMilliseconds = 3000

it('lists follow what happens elsewhere, without asking by the clock', async () => {
  const namespace = await one.stack.seed.namespace()
  await using visit = await one.browser.visit()
  const page = await visit.open(`${one.stack.url}/devices?status=pending`)
  const live = page.waitForResponse((reply) => reply.url().endsWith('/api/events'))
  await signIn(page, namespace.owner)
  expect((await live).status()).toBe(200)
  await page.getByRole('heading', { name: 'No pending devices' }).waitFor()
  for (const name of ['first', 'second', 'third']) {
    await pendingDevice(one.stack, namespace.tenantId, name)
    await page.getByRole('button', { name: `Accept ${name}` }).waitFor({ timeout: soonMilliseconds })
  }
  expect(visit.complaints()).toEqual([])
})
