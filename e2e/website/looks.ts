import type { Page } from '@sshore/testkit'
import axe from 'axe-core'

export const wide = { width: 1280, height: 900 } as const
export const phone = { width: 390, height: 844 } as const

interface Violation {
  readonly id: string
  readonly at: string
}

const runAxe = (options: string): string => `axe.run(${options}).then(({ violations }) =>
  violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')).join(', ') })))`

/** The rules whose verdict depends on colours. */
const ofColours = JSON.stringify({ runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } })

async function violations(page: Page, name: string, options: string): Promise<string[]> {
  if (!(await page.evaluate(`typeof axe === 'object'`))) await page.evaluate(axe.source)
  const found: readonly Violation[] = await page.evaluate(runAxe(options))
  return found.map(({ id, at }) => `${name}: ${id} at ${at.slice(0, 300)}`)
}

/** What axe finds, as "name: rule at element". */
export const violationsOf = (page: Page, name: string): Promise<string[]> => violations(page, name, '')

/** What axe finds of colours: for the other colour mode of a page that was looked at already. */
export const colourViolationsOf = (page: Page, name: string): Promise<string[]> => violations(page, name, ofColours)
