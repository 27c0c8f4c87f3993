// What a reader sees when something of the site does not arrive.
import { describe, expect, it } from 'vitest'
import { openSearch, ready, siteFolder, withSite } from './with-site.ts'

const one = withSite()

describe('a page that crashes', () => {
  it('says so, and tries again', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.site.url}/overview/features`)
    await ready(page)
    // What the page of results needs of the browser fails.
    await page.evaluate(() => {
      const real = URLSearchParams
      Object.assign(window, {
        repair: () => Object.assign(window, { URLSearchParams: real }),
        URLSearchParams: function broken() {
          throw new Error('planted fault')
        },
      })
    })
    await openSearch(page, 'firewall')
    await page.getByRole('link', { name: /See all/ }).click()
    await page.getByText('This page crashed').waitFor()
    await page.getByText('planted fault').waitFor()
    await page.evaluate(() => (window as unknown as { repair: () => void }).repair())
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText('This page crashed').count()).toBe(0)
  })
})

describe('a part of a page that does not arrive', () => {
  it('is told with its error and a button, which recovers', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.site.url}/overview/features`)
    await ready(page)
    let failing = true
    await page.route(/assets\/js\/(?!main|runtime)[\w.-]+\.js$/, (route) =>
      failing ? route.abort() : route.continue(),
    )
    await page.getByRole('link', { name: 'API', exact: true }).first().click()
    // The framework loads the page anew, and then it is said.
    const told = page.locator('#load-guard')
    await told.waitFor()
    expect(await told.innerText()).toMatch(/This page could not be loaded\.\n.*\w/)
    failing = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { level: 1, name: 'HTTP API' }).waitFor()
    await ready(page)
    expect(await told.count()).toBe(0)
  })

  it('is told on any page whose script fails, without the banner of the home page', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.site.url}/overview/features`)
    await page.route('**/assets/js/main.*.js', (route) => route.abort())
    await page.reload()
    const told = page.locator('#load-guard')
    await told.waitFor()
    expect(await told.innerText()).toContain('Retry')
    expect(await told.innerText()).not.toContain('did not load properly')
  })
})

describe('the calls of the API that do not arrive', () => {
  it('are told of below each heading, aloud once, and one press brings all of them', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.site.url}/developers/openapi/`)
    await ready(page)
    const unhandled: string[] = []
    page.on('pageerror', ({ message }) => unhandled.push(message))
    let failing = true
    await page.route('**/assets/js/*.js', async (route) => {
      const response = await route.fetch()
      // The page itself arrives; what it fetches to show does not.
      const isCalls = (await response.text()).includes('api-line')
      await (isCalls && failing ? route.abort() : route.fulfill({ response }))
    })
    await page.locator('main a[href$="/developers/openapi/community"]').first().click()
    const told = page.locator('.api-part-failed')
    await told.first().waitFor()
    const parts = await page.locator('.api-part').count()
    expect(parts).toBeGreaterThan(10)
    expect(await told.count()).toBe(parts)
    expect(await told.first().innerText()).toMatch(/This part of the page could not be loaded\.\n.*\w/)
    expect(await page.locator('.api-part-failed[role=alert]').count()).toBe(1)

    // It fails again, and says so again.
    await told.last().getByRole('button', { name: 'Retry' }).click()
    await page.waitForFunction(() => document.activeElement?.matches('.api-part'))
    await told.first().waitFor()

    failing = false
    await told.last().getByRole('button', { name: 'Retry' }).click()
    await page.locator('#login').waitFor()
    expect(await told.count()).toBe(0)
    expect(await page.locator('.api-part:empty').count()).toBe(0)
    expect(await page.locator('#load-guard').count()).toBe(0)
    expect(unhandled).toEqual([])
  })
})

describe('a site at another address than it was built for', () => {
  const wrong = withSite(siteFolder, '/', '/elsewhere/')

  it('says so at its home page, with the base URL to set', async () => {
    await using visit = await wrong.browser.visit()
    const page = await visit.open(`${wrong.site.url}/elsewhere/`)
    const told = page.locator('#load-guard')
    await told.waitFor()
    const text = await told.innerText()
    expect(text).toContain('Your site did not load properly')
    expect(text).toContain('/elsewhere/')
    expect(await told.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(160, 31, 31)')
  })

  it('says nothing of the kind where it belongs', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(one.site.url)
    await ready(page)
    expect(await page.locator('#load-guard').count()).toBe(0)
  })
})
