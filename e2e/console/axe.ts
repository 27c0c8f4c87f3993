// What axe says of a page.
import type { Page } from '@sshore/testkit'
import axe from 'axe-core'

interface Violation {
  readonly id: string
  readonly at: string
}

const runAxe = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')).join(', ') })))`

/** What axe finds, as "page: rule at element". It comes in through the debugger, which the page's policy does not bind. */
export async function violationsOf(page: Page, name: string): Promise<string[]> {
  await page.evaluate(axe.source)
  const found: readonly Violation[] = await page.evaluate(runAxe)
  return found.map(({ id, at }) => `${name}: ${id} at ${at}`)
}
