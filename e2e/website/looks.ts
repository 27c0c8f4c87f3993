import type { Page } from '@sshore/testkit'
import axe from 'axe-core'

export const wide = { width: 1280, height: 900 } as const
export const phone = { width: 390, height: 844 } as const

interface Violation {
  readonly id: string
  readonly at: string
}

const runAxe = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')).join(', ') })))`

/** What axe finds, as "name: rule at element". */
export async function violationsOf(page: Page, name: string): Promise<string[]> {
  if (!(await page.evaluate(`typeof axe === 'object'`))) await page.evaluate(axe.source)
  const found: readonly Violation[] = await page.evaluate(runAxe)
  return found.map(({ id, at }) => `${name}: ${id} at ${at.slice(0, 300)}`)
}
