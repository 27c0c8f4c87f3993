// Terminals in the browser, in each of their looks.
import type { Page } from '@sshore/testkit'
import { expect, it } from 'vitest'
import { violationsOf } from './axe.ts'
import { looks } from './full-namespace.ts'
import { keepPicture } from './pictures.ts'
import { running, shows, type, withTerminal } from './with-terminal.ts'

const all = withTerminal()

const pane = (page: Page) => page.getByRole('region', { name: 'Terminal on camera' })

it.each(looks)('a terminal has nothing for axe and fits the screen, $colours, $size.width wide', async (look) => {
  await using visit = await all.one.browser.visit(look)
  const page = await running(all, visit)
  await type(page, "ls --color=always /; printf '\\033[31mred \\033[32mgreen \\033[1;34mblue\\033[0m\\n'")
  await shows(page, 'red green blue')
  const suffix = `${look.size.width < 500 ? 'phone' : 'wide'}-${look.colours}`
  const found: string[] = []
  const check = async (name: string): Promise<void> => {
    await keepPicture(page, `terminal-${name}-${suffix}`)
    found.push(...(await violationsOf(page, name)))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.size.width)
  }
  await check('running')
  await page.getByRole('button', { name: 'Files', exact: true }).click()
  await page
    .getByRole('region', { name: 'Files' })
    .getByText(/bash|empty|big/)
    .first()
    .waitFor()
  await check('files')
  await page.getByRole('button', { name: 'Close the files' }).click()
  await page.getByRole('button', { name: 'Look of the terminal' }).click()
  await page.getByLabel('Programs may put text').waitFor()
  await check('look')
  await page.keyboard.press('Escape')
  await pane(page).locator('textarea').focus()
  await type(page, 'exit')
  await page.getByText('The shell ended with status 0.').waitFor()
  await check('ended')
  expect(found).toEqual([])
  expect(visit.complaints()).toEqual([])
})
