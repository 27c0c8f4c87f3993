// Every page of the site at one width, in both colour modes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { colourViolationsOf, violationsOf } from './looks.ts'
import { ready, siteFolder, type WithSite, withSite } from './with-site.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** From the map of the built site, and what search engines are not told of. Frozen pages were looked at when they were frozen. */
function addresses(): string[] {
  const map = readFileSync(join(siteFolder, 'sitemap.xml'), 'utf8')
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const present = listed.filter((route) => !/^\/\d+\.\d+\//.test(route))
  return [...present, '/search?q=firewall', '/nowhere', '/pt-BR/', '/pt-BR/user-guides/devices/connecting', '/0.1/']
}

/** Colours have changed everywhere, also in parts that are far below and were left for later. */
async function settled(page: Page): Promise<void> {
  await page.addStyleTag({ content: '.api-call { content-visibility: visible !important }' })
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    await Promise.all(document.getAnimations().map(({ finished }) => finished))
  })
}

/** Browsers side by side: while one waits for its page another is looked at. */
const tabs = 2
const pageDeadlineMilliseconds = 120_000

/** Takes address after address from the list until it is empty; tells what is wrong with each page. */
async function lookAt({ browser, site }: WithSite, size: Size, left: string[]): Promise<string[]> {
  const found: string[] = []
  await using visit = await browser.visit({ size })
  const page = await visit.open('about:blank')
  // The largest page is looked at for a minute and more where two browsers have half a core.
  page.setDefaultTimeout(pageDeadlineMilliseconds)
  for (let address = left.shift(); address !== undefined; address = left.shift()) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${site.url}${address}`, { waitUntil: 'commit' })
    await ready(page)
    found.push(...(await violationsOf(page, `${address}, light`)))
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-theme=dark]').waitFor()
    await settled(page)
    found.push(...(await colourViolationsOf(page, `${address}, dark`)))
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > size.width) found.push(`${address}: ${width} pixels wide`)
  }
  return [...found, ...visit.complaints().filter((text) => !text.includes('status of 404'))]
}

/** Call it at the top of a test file. */
export function lookAtEveryPage(size: Size): void {
  const one = withSite()

  describe(`every page, ${size.width} pixels wide`, () => {
    it('is listed', () => {
      expect(addresses().length).toBeGreaterThan(64)
    })

    it('has nothing for axe in either colour mode, fits, and says no error', { timeout: 900_000 }, async () => {
      const left = addresses()
      const looked = await Promise.all(Array.from({ length: tabs }, () => lookAt(one, size, left)))
      expect(looked.flat()).toEqual([])
      expect(left).toEqual([])
    })

    it('would be found fault with', async () => {
      await using visit = await one.browser.visit({ size })
      const page = await visit.open(one.site.url)
      await ready(page)
      await page.evaluate(() => {
        document.body.append(document.createElement('button'))
        const pale = document.createElement('p')
        pale.textContent = 'hardly there'
        pale.style.cssText = 'color: #ddd; background: #fff'
        document.body.prepend(pale)
      })
      expect((await violationsOf(page, 'planted')).join()).toMatch(/button-name/)
      expect((await colourViolationsOf(page, 'planted')).join()).toMatch(/color-contrast/)
    })
  })
}
