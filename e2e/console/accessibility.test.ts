import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@sshore/contract'
import { longTests, repositoryRoot } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { violationsOf } from './axe.ts'
import { fullNamespace, type FullNamespace, largestEdition, looks, pagesOf, visitorPages } from './full-namespace.ts'
import { signIn, withConsole } from './with-console.ts'

const one = withConsole({ edition: largestEdition })

/** Each scheme and each width at least once, and each page in one of the two. */
const shortLooks: readonly (typeof looks)[number][] = [looks[0], looks[3]]

describe('axe', () => {
  it('sees what is wrong with a page', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(one.stack.url)
    await page.getByRole('heading').waitFor()
    await page.evaluate(() => document.body.append(document.createElement('button')))
    expect((await violationsOf(page, 'planted')).join()).toMatch(/button-name/)
  })

  it.each(longTests ? looks : shortLooks)(
    'finds nothing before the server is set up, $colours, $size.width wide',
    async (look) => {
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
    },
  )
})

describe('the pages that are looked at and photographed', () => {
  const tables = ['features.ts', 'administration-entries.ts', 'visitor-pages.ts']
  const addresses = async (): Promise<readonly string[]> => {
    const sources = await Promise.all(
      tables.map((name) => readFile(join(repositoryRoot, 'packages/console/src', name), 'utf8')),
    )
    return [...sources.join('').matchAll(/\bpath: '(?<path>\/[^']*)'/g)].map(({ groups }) => groups?.['path'] ?? '')
  }
  const isMissed = (path: string, seen: readonly string[]): boolean => {
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return !seen.some((each) => pattern.test(each.replace(/\?.*/, '')))
  }

  it('are all that the console has', async () => {
    const one = { device: 'x', session: 'x', recorded: 'x', tenantId: 'x', announcement: 'x', guest: 'x' } as const
    const seen = [...pagesOf(one), ...visitorPages].map(([, path]) => path)
    const all = [...(await addresses()), limits.tunnels.consolePath]
    expect(all.length).toBeGreaterThan(30)
    expect(all.filter((path) => isMissed(path, seen))).toEqual([])
    expect(isMissed('/never-photographed', seen)).toBe(true)
  })
})

describe('the pages of a member', () => {
  let namespace: FullNamespace
  beforeAll(async () => {
    namespace = await fullNamespace(one.stack)
  })

  it.each(longTests ? looks : shortLooks)(
    'have nothing for axe and fit the screen, $colours, $size.width wide',
    async (look) => {
      const { stack, browser } = one
      await using visit = await browser.visit(look)
      const page = await visit.open(stack.url)
      const found: string[] = []
      const check = async (name: string): Promise<void> => {
        found.push(...(await violationsOf(page, name)))
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        if (width > look.size.width) found.push(`${name}: ${width} pixels wide`)
      }
      for (const [name, path] of visitorPages) {
        await page.goto(`${stack.url}${path}`)
        await page.locator('h1').waitFor()
        await check(name)
      }
      await page.goto(stack.url)
      await signIn(page, { username: namespace.owner.username, password: 'wrong' })
      await page.getByText('Unknown user or wrong password.').waitFor()
      await check('login, refused')
      await signIn(page, namespace.owner)
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      for (const [name, path] of pagesOf(namespace).filter(
        (_, at) => longTests || at % 2 === shortLooks.indexOf(look),
      )) {
        await page.goto(`${stack.url}${path}`)
        await page.locator('#main h1').waitFor({ state: 'attached' })
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        await check(name)
      }
      await page.goto(`${stack.url}/devices`)
      await page.getByRole('button', { name: 'More for till-3' }).click()
      await check('a menu')
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await page.getByRole('dialog', { name: 'Remove till-3?' }).waitFor()
      await check('a dialog')
      await page.getByRole('button', { name: 'Keep it' }).click()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Type a page' }).fill('cam')
      await page.getByRole('option', { name: 'cam-north Device' }).waitFor()
      await check('palette')
      expect(found).toEqual([])
      expect(visit.complaints()).toEqual([])
    },
  )
})
