// What a page is made of before anybody asks for more: code in colours, calls as HTML, and little else.
import { describe, expect, it } from 'vitest'
import type { Page } from '@sshore/testkit'
import { phone } from './looks.ts'
import { ready, withSite } from './with-site.ts'

const one = withSite()
const guide = '/user-guides/devices/adding'
const largest = '/developers/openapi/cloud'

/** Kilobytes of scripts, styles and the page itself as they are sent, compressed. The rest are pictures. */
const kilobytesMost: Readonly<Record<string, number>> = { [guide]: 190, [largest]: 260 }

type Answer = Awaited<ReturnType<Page['waitForResponse']>>

interface Size {
  readonly url: string
  readonly bytes: number
}

/** Undefined for pictures, and for what further pages are made of: that is fetched when nothing else is to be done. */
async function sizeOf(response: Answer): Promise<Size | undefined> {
  const { 'content-length': length = '0', 'content-type': type = '' } = response.headers()
  const purpose = await response.request().headerValue('sec-purpose')
  return type.startsWith('image/') || purpose?.includes('prefetch')
    ? undefined
    : { url: response.url(), bytes: Number(length) }
}

async function weighed(path: string) {
  const visit = await one.browser.visit({ size: phone })
  const page = await visit.open('about:blank')
  const all: Promise<Size | undefined>[] = []
  page.on('response', (response) => all.push(sizeOf(response)))
  await page.goto(`${one.site.url}${path}`)
  await ready(page)
  const sizes = (await Promise.all(all)).filter((size) => size !== undefined)
  return { page, visit, sizes, [Symbol.asyncDispose]: () => visit[Symbol.asyncDispose]() }
}

/** How many elements of the article the browser made anew instead of taking those of the HTML. */
async function madeAnew(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    Object.assign(window, { anew: 0 })
    addEventListener('DOMContentLoaded', () => {
      new MutationObserver((changes) => {
        const made = changes.reduce((count, { addedNodes }) => count + addedNodes.length, 0)
        Object.assign(window, { anew: (window as unknown as { anew: number }).anew + made })
      }).observe(document.querySelector('article')!, { childList: true, subtree: true })
    })
  })
  await page.goto(`${one.site.url}${path}`)
  await ready(page)
  return page.evaluate(() => (window as unknown as { anew: number }).anew)
}

describe('a page', () => {
  it.each([guide, largest])('is light when it is asked for: %s', async (path) => {
    await using opened = await weighed(path)
    const kilobytes = opened.sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
    expect(kilobytes).toBeGreaterThan(50)
    expect(kilobytes, JSON.stringify(opened.sizes)).toBeLessThan(kilobytesMost[path] ?? 0)
  })

  it.each([guide, largest])('comes to life without making its text anew: %s', async (path) => {
    await using visit = await one.browser.visit({ size: phone })
    const page = await visit.open('about:blank')
    expect(await madeAnew(page, path)).toBe(0)
    await page.evaluate(() => document.querySelector('article')?.append('planted'))
    await page.waitForFunction(() => (window as unknown as { anew: number }).anew === 1)
  })
})

describe('the calls of the API', () => {
  it('are there without a script', async () => {
    const html = await (await fetch(`${one.site.url}${largest}`)).text()
    expect(html).toContain('id=login')
    expect(html).toContain('id=entity-device')
  })

  it('are fetched after a step from another page, which leads to the one that was chosen', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.site.url}/developers/openapi/`)
    await ready(page)
    // The page stays the same: what comes is not a new HTML.
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await page.evaluate((path) => {
      const link = document.querySelector<HTMLAnchorElement>(`main a[href^="${path}"], nav a[href="${path}"]`)
      link?.click()
    }, largest)
    await page.waitForURL(`**${largest}`)
    await page.locator('#login').waitFor()
    expect(await page.evaluate(() => (window as unknown as { stayed?: boolean }).stayed)).toBe(true)
    expect(await page.locator('.api-call').count()).toBeGreaterThan(200)
    expect(await page.locator('.api-part:empty').count()).toBe(0)
    expect(await page.locator('.api-part').first().innerText()).not.toContain('⟦')
    await page.locator('.api-names a[href="#entity-device"]').click()
    await page.waitForFunction(() => {
      const top = document.getElementById('entity-device')?.getBoundingClientRect().top ?? -1
      return top >= 0 && top < innerHeight / 2
    })
  })
})

describe('a link of a guide to the calls', () => {
  it.each([
    ['/developers/agent/installing', 'connectors'],
    ['/user-guides/settings/account/mfa/configure-mfa', 'mfa'],
  ])('leads to their heading: %s#%s', async (from, anchor) => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.site.url}${from}`)
    await ready(page)
    await page.locator(`main a[href="${largest}#${anchor}"]`).click()
    await page.waitForFunction(() => document.querySelector('.api-call') !== null)
    await page.waitForFunction((id) => {
      const top = document.getElementById(id)?.getBoundingClientRect().top ?? -1
      return top >= 0 && top < innerHeight / 2
    }, anchor)
  })

  it('shows the page when its anchor is none', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.site.url}${largest}#100%`)
    await ready(page)
    await page.locator('#login').waitFor()
    expect(visit.complaints()).toEqual([])
  })
})

describe('a block of code', () => {
  it('has colours, and a button that copies it', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.site.url}${guide}`)
    await ready(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const box = page.locator('.code-box').first()
    expect(await box.locator('.token').count()).toBeGreaterThan(0)
    await box.getByRole('button', { name: 'Copy code to clipboard' }).click()
    await box.getByRole('status').getByText('Copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await box.locator('code').textContent())
    await box.getByRole('status').getByText('Copied').waitFor({ state: 'detached' })
  })
})
