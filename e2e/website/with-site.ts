// The built documentation site and a browser, for all tests of a file.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, repositoryRoot, startBrowser, type TestBrowser } from '@sshore/testkit'
import { afterAll, beforeAll } from 'vitest'
import { serveSite, type StaticSite } from './static-site.ts'

export interface WithSite {
  readonly site: StaticSite
  readonly browser: TestBrowser
}

const built = join(repositoryRoot, 'packages/website/dist')
export const siteFolder = join(built, 'site')
/** Built with other choices: below /docs/, with a search service, page views and another announcement. */
export const otherFolder = join(built, 'other-choices')

/** Call it at the top of a test file; what it returns can be used inside tests. */
export function withSite(folder = siteFolder, base = '/', servedAt = base): WithSite {
  let made: WithSite | undefined
  const held = new AsyncDisposableStack()
  beforeAll(async () => {
    if (!existsSync(join(folder, 'index.html'))) throw new Error(`${folder} is not built; run: npm run docs:test`)
    made = { site: held.use(await serveSite(folder, servedAt)), browser: held.use(await startBrowser()) }
  })
  afterAll(() => held.disposeAsync())
  const get = (): WithSite => {
    if (!made) throw new Error('The site is there inside tests only.')
    return made
  }
  return {
    get site() {
      return get().site
    },
    get browser() {
      return get().browser
    },
  }
}

/** Waits until the page answers to clicks and keys. */
export async function ready(page: Page): Promise<void> {
  await page.locator('html[data-has-hydrated=true]').waitFor()
}

export async function openSearch(page: Page, query = ''): Promise<void> {
  await page.locator('.search-button').click()
  await page.getByRole('combobox').waitFor()
  if (query !== '') await page.getByRole('combobox').fill(query)
}
