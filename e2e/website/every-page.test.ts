import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { phone, violationsOf, wide } from './looks.ts'
import { ready, siteFolder, withSite } from './with-site.ts'

const one = withSite()

interface Listed {
  readonly route: string
}

/** From the site's own table, as it was built: what stands in the map of the site, and what search engines are not told of. */
function addresses(): string[] {
  const map = readFileSync(join(siteFolder, 'sitemap.xml'), 'utf8')
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']): Listed => ({
    route: new URL(url).pathname,
  }))
  const present = listed.map(({ route }) => route).filter((route) => !/^\/\d+\.\d+\//.test(route))
  return [...present, '/search?q=firewall', '/nowhere', '/pt-BR/', '/pt-BR/user-guides/devices/connecting', '/0.1/']
}

describe('every page', () => {
  it('is there to be looked at', () => {
    expect(existsSync(join(repositoryRoot, 'packages/website/dist/site/index.html'))).toBe(true)
    expect(addresses().length).toBeGreaterThan(64)
  })

  it.each([wide, phone])(
    'has nothing for axe in either colour mode, fits $width pixels, and says no error',
    { timeout: 900_000 },
    async (size) => {
      const found: string[] = []
      await using visit = await one.browser.visit({ size })
      for (const address of addresses()) {
        const page = await visit.open(`${one.site.url}${address}`)
        await ready(page)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
          found.push(...(await violationsOf(page, `${address}, ${colorScheme}`)))
        }
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        if (width > size.width) found.push(`${address}: ${width} pixels wide`)
        await page.close()
      }
      const errors = visit.complaints().filter((text) => !text.includes('status of 404'))
      expect([...found, ...errors]).toEqual([])
    },
  )

  it('sees what is wrong with a page', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(one.site.url)
    await ready(page)
    await page.evaluate(() => document.body.append(document.createElement('button')))
    expect((await violationsOf(page, 'planted')).join()).toMatch(/button-name/)
  })
})
