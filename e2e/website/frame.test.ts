// What stands around the text: bars, menus, colours, languages, versions, links, scrolling.
import type { Page } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { siteConstants } from '@sshore/docs-search'
import { otherFolder, ready, withSite } from './with-site.ts'

const { imageZoom, mobileAtMostPixels, progressBarMilliseconds, socialCardType } = siteConstants
const one = withSite()

async function visited(path: string, size = { width: 1280, height: 800 }) {
  const visit = await one.browser.visit({ size })
  const page = await visit.open(`${one.site.url}${path}`)
  await ready(page)
  return { page, visit, [Symbol.asyncDispose]: () => visit[Symbol.asyncDispose]() }
}

const attributeOf = (page: Page, selector: string, name: string): Promise<string | null> =>
  page.locator(selector).first().getAttribute(name)

describe('the layout', () => {
  it(`is a phone's up to ${mobileAtMostPixels} pixels`, async () => {
    await using opened = await visited('/user-guides/', { width: mobileAtMostPixels, height: 800 })
    const { page } = opened
    expect(await page.locator('.navbar__toggle').isVisible()).toBe(true)
    expect(await page.locator('.theme-doc-sidebar-container').isVisible()).toBe(false)
    await page.setViewportSize({ width: mobileAtMostPixels + 1, height: 800 })
    await page.locator('.theme-doc-sidebar-container').waitFor()
    expect(await page.locator('.navbar__toggle').isVisible()).toBe(false)
  })

  it('closes the menu of a phone when a page is chosen and when the window grows', async () => {
    await using opened = await visited('/overview/concepts', { width: 390, height: 800 })
    const { page } = opened
    const menu = page.locator('.navbar-sidebar--show')
    await page.locator('.navbar__toggle').click()
    await menu.waitFor()
    await page.locator('.navbar-sidebar').getByRole('link', { name: 'Features' }).click()
    await page.waitForURL('**/overview/features')
    await menu.waitFor({ state: 'detached' })
    await page.locator('.navbar__toggle').click()
    await menu.waitFor()
    await page.setViewportSize({ width: 1200, height: 800 })
    await menu.waitFor({ state: 'detached' })
  })

  it('hides the bar on the way down and shows it on the way up', async () => {
    await using opened = await visited('/self-hosted/troubleshooting')
    const { page } = opened
    const hidden = page.locator('.navbar[class*=navbarHidden]')
    expect(await hidden.count()).toBe(0)
    // One step does not tell the direction yet.
    for (const step of [400, 400, 400]) {
      const before = await page.evaluate(() => scrollY)
      await page.mouse.wheel(0, step)
      await page.waitForFunction((y) => scrollY > y, before)
    }
    await hidden.waitFor({ state: 'attached' })
    await page.mouse.wheel(0, -300)
    await hidden.waitFor({ state: 'detached' })
  })
})

describe('the colour mode', () => {
  it('goes from the system to light to dark, and is remembered', async () => {
    await using opened = await visited('/')
    const { page } = opened
    const choice = () => page.evaluate(() => document.documentElement.dataset['themeChoice'])
    const toggle = page.locator('button[class*=toggleButton]')
    expect(await choice()).toBe('system')
    await toggle.click()
    expect(await choice()).toBe('light')
    await toggle.click()
    expect(await choice()).toBe('dark')
    await page.reload()
    await ready(page)
    expect([await choice(), await attributeOf(page, 'html', 'data-theme')]).toEqual(['dark', 'dark'])
    await toggle.click()
    expect(await choice()).toBe('system')
  })

  it('follows the system while nothing was chosen', async () => {
    await using opened = await visited('/')
    const { page } = opened
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-theme=dark]').waitFor()
  })
})

describe('languages and versions', () => {
  it('lead to the same page in the other language', async () => {
    await using opened = await visited('/user-guides/devices/adding')
    const { page } = opened
    await page.getByRole('button', { name: 'English' }).hover()
    await page.getByRole('link', { name: 'Português (Brasil)' }).click()
    await page.waitForURL('**/pt-BR/user-guides/devices/adding')
    expect(await attributeOf(page, 'html', 'lang')).toBe('pt-BR')
    await page.getByRole('link', { name: 'Guias', exact: true }).waitFor()
  })

  it('have every text of the frame in Portuguese', async () => {
    await using opened = await visited('/pt-BR/overview/concepts')
    const { page } = opened
    await page.locator('.search-button').click()
    const frame = await page.evaluate(() =>
      ['.navbar', '.footer', '.theme-doc-sidebar-container', '.pagination-nav', 'dialog']
        .map((selector) => document.querySelector<HTMLElement>(selector)?.innerText ?? '')
        .join('\n'),
    )
    expect(frame).not.toMatch(/\b(Search|Guides|Overview|Previous|Next|Recent|Close|Use it|Self-hosted)\b/)
    expect(frame).toContain('Procurar')
  })

  it('have an older version, which says that it is one, and remember which was chosen', async () => {
    await using opened = await visited('/user-guides/devices/adding')
    const { page } = opened
    await page.locator('.navbar__item.dropdown', { hasText: 'Next' }).hover()
    await page.getByRole('link', { name: '0.1', exact: true }).click()
    await page.waitForURL('**/0.1/user-guides/devices/adding')
    await page.locator('.theme-doc-version-banner').waitFor()
    const key = 'docs-preferred-version-default'
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBe('0.1')
    await page.evaluate((name) => localStorage.setItem(name, '9.9'), key)
    await page.reload()
    await ready(page)
    await page.waitForFunction((name) => localStorage.getItem(name) !== '9.9', key)
  })
})

describe('the announcement', () => {
  it('stays away once it was closed', async () => {
    await using opened = await visited('/')
    const { page } = opened
    const bar = page.locator('[class*=announcementBar_]')
    await bar.waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await bar.waitFor({ state: 'detached' })
    await page.reload()
    await ready(page)
    expect(await bar.isVisible()).toBe(false)
  })
})

describe('another announcement', () => {
  const other = withSite(otherFolder, '/docs/')
  it('shows at once to those who closed the one before', async () => {
    await using visit = await other.browser.visit()
    const page = await visit.open(`${other.site.url}/docs/`)
    await page.evaluate(() => {
      localStorage.setItem('docusaurus.announcement.id', 'the one before')
      localStorage.setItem('docusaurus.announcement.dismiss', 'true')
    })
    await page.reload()
    await ready(page)
    await page.getByText('Another announcement').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await ready(page)
    expect(await page.getByText('Another announcement').isVisible()).toBe(false)
  })
})

describe('the way around', () => {
  it('has a link that skips to the text', async () => {
    await using opened = await visited('/overview/faq')
    const { page } = opened
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    expect(await focused.innerText()).toBe('Skip to main content')
    await page.keyboard.press('Enter')
    // What comes next stands in the text, not in the bars.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  it('scrolls to the anchor of an address, and to the top of another page', async () => {
    await using opened = await visited('/self-hosted/troubleshooting#host-key')
    const { page } = opened
    await page.waitForFunction(() => scrollY > 300)
    await page.getByRole('link', { name: 'Configuring local authentication' }).click()
    await page.waitForURL('**/admin-guides/authentication/local/configuring')
    await page.waitForFunction(() => scrollY === 0)
  })

  it.each(['/overview/faq.html', '/overview/faq/index.html'])('shows the page for %s', async (address) => {
    await using opened = await visited(address)
    await opened.page.getByRole('heading', { level: 1, name: 'Questions and answers' }).waitFor()
  })

  it('says so when there is no such page', async () => {
    await using opened = await visited('/nowhere')
    await opened.page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  })

  it(`shows that it is loading after ${progressBarMilliseconds} ms, not before`, async () => {
    await using opened = await visited('/overview/features')
    const { page } = opened
    // Parts that nobody has looked at yet come late.
    await page.route('**/assets/js/*.js', async (route) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1200)
      })
      await route.continue()
    })
    await page.evaluate(() => {
      const bar = new MutationObserver(() => {
        if (document.getElementById('nprogress')) Object.assign(window, { shownAt: performance.now() })
      })
      bar.observe(document.documentElement, { childList: true, subtree: true })
      addEventListener('click', () => Object.assign(window, { clickedAt: performance.now() }), true)
    })
    await page.getByRole('link', { name: 'API', exact: true }).first().click()
    await page.locator('#nprogress').waitFor({ state: 'attached' })
    const delay = await page.evaluate(() => {
      const { shownAt, clickedAt } = window as unknown as { shownAt: number; clickedAt: number }
      return shownAt - clickedAt
    })
    expect(delay).toBeGreaterThanOrEqual(progressBarMilliseconds - 10)
    expect(delay).toBeLessThan(progressBarMilliseconds + 900)
    await page.waitForURL('**/developers/openapi/')
  })
})

describe('pictures', () => {
  it(`can be opened ${imageZoom.startMilliseconds} ms after their page is there, not before`, async () => {
    await using opened = await visited('/overview/features')
    const { page } = opened
    await page.evaluate(() => {
      const times: { shown?: number; opens?: number } = {}
      Object.assign(window, { times })
      new MutationObserver(() => {
        if (document.querySelector('.markdown img')) times.shown ??= performance.now()
        if (document.querySelector('[data-zoomable]')) times.opens ??= performance.now()
      }).observe(document.documentElement, { childList: true, subtree: true, attributes: true })
      document.querySelector<HTMLAnchorElement>('a[href="/overview/getting-started/"]')?.click()
    })
    await page.locator('[data-zoomable]').first().waitFor({ state: 'attached' })
    const delay = await page.evaluate(() => {
      const { times } = window as unknown as { times: { shown: number; opens: number } }
      return times.opens - times.shown
    })
    expect(delay).toBeGreaterThanOrEqual(imageZoom.startMilliseconds - 50)
    expect(delay).toBeLessThan(imageZoom.startMilliseconds + 900)
  })

  it(`open by mouse and keyboard, and close at ${imageZoom.closeAtScrollPixels} pixels`, async () => {
    await using opened = await visited('/overview/getting-started/')
    const { page } = opened
    const picture = page.locator('.markdown img:visible').first()
    await picture.scrollIntoViewIfNeeded()
    await page.locator('.markdown img[data-zoomable]').first().waitFor({ state: 'attached' })
    const large = page.locator('.medium-zoom--opened')
    // It hears of nothing else while it is still growing.
    await page.evaluate(() => {
      Object.assign(window, { grown: 0 })
      const count = (): void =>
        void Object.assign(window, { grown: (window as unknown as { grown: number }).grown + 1 })
      const images = document.querySelectorAll('[data-zoomable]')
      for (const image of images) image.addEventListener('medium-zoom:opened', count)
    })
    const grown = (times: number) =>
      page.waitForFunction((wanted) => (window as unknown as { grown: number }).grown === wanted, times)
    await picture.click()
    await grown(1)
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'detached' })
    await picture.focus()
    await page.keyboard.press('Enter')
    await grown(2)
    await page.evaluate((pixels) => scrollBy({ top: pixels, behavior: 'instant' }), imageZoom.closeAtScrollPixels - 10)
    expect(await large.count()).toBe(1)
    await page.evaluate((pixels) => scrollBy({ top: pixels, behavior: 'instant' }), imageZoom.closeAtScrollPixels)
    await large.waitFor({ state: 'detached' })
  })
})

describe('what machines read', () => {
  it('is a large card, one address, and the same page in each language', async () => {
    await using opened = await visited('/user-guides/devices/adding')
    const { page } = opened
    expect(await attributeOf(page, 'meta[name="twitter:card"]', 'content')).toBe(socialCardType)
    expect(await attributeOf(page, 'meta[property="og:image"]', 'content')).toMatch(/social-card\.png$/)
    expect(await attributeOf(page, 'link[rel=canonical]', 'href')).toMatch(/\/user-guides\/devices\/adding$/)
    const languages = await page
      .locator('link[rel=alternate]')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('hreflang'), new URL(link.getAttribute('href') ?? '').pathname]),
      )
    expect(languages).toEqual([
      ['en', '/user-guides/devices/adding'],
      ['pt-BR', '/pt-BR/user-guides/devices/adding'],
      ['x-default', '/user-guides/devices/adding'],
    ])
    expect(await page.locator('main form, main input').count()).toBe(0)
  })
})
