// The search as a reader uses it, answered in the browser.
import type { Page, Route } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { siteConstants } from '@sshore/docs-search'
import { violationsOf } from './looks.ts'
import { openSearch, ready, withSite } from './with-site.ts'

const {
  favoriteSearchesMost,
  hitsPerGroup,
  hitsPerPage,
  queryCharsMost,
  recentSearches,
  snippetWords,
  stallMilliseconds,
  suggestionsMost,
} = siteConstants
const one = withSite()
const index = '**/search-index/*.json'

/** Longer than it takes to be called stalled. */
async function late(route: Route): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 1500)
  })
  await route.continue()
}

async function visited(path = '/user-guides/', size = { width: 1280, height: 800 }) {
  const visit = await one.browser.visit({ size })
  const page = await visit.open(`${one.site.url}${path}`)
  await ready(page)
  return { page, visit, [Symbol.asyncDispose]: () => visit[Symbol.asyncDispose]() }
}

const box = (page: Page) => page.getByRole('combobox')
const dialog = (page: Page) => page.locator('dialog.search-modal')
const options = (page: Page) => page.getByRole('option')

async function found(page: Page, query: string): Promise<void> {
  await box(page).fill(query)
  await page.waitForFunction(
    (text) =>
      document.querySelector('dialog')?.dataset['status'] === 'idle' &&
      (document.querySelector('[role=option]') !== null || document.body.textContent.includes(`“${text}”`)),
    query,
  )
}

/** Searches and opens the first result; a page of another layout, when it comes, brings a navigation bar of its own. */
async function choose(page: Page, query: string): Promise<void> {
  await openSearch(page)
  await found(page, query)
  const [path = ''] = ((await options(page).first().getAttribute('href')) ?? '').split('#')
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await page.waitForFunction((to) => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? ''
    return URL.canParse(canonical) && new URL(canonical).pathname.replace(/\/$/, '') === to.replace(/\/$/, '')
  }, path)
}

const stored = (page: Page, name: 'Recent' | 'Favorite') =>
  page.locator('dialog section', { has: page.getByRole('heading', { name }) }).locator('[data-stored]')

describe('the window', () => {
  it.each(['Control+k', 'Meta+k', '/'])('opens by %s and closes by Escape, giving the focus back', async (keys) => {
    await using opened = await visited()
    const { page } = opened
    await page.keyboard.press(keys)
    await box(page).waitFor()
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.locator(':focus').getAttribute('class')).toBe('search-button')
  })

  it('opens by its button, and closes by a click beside it', async () => {
    await using opened = await visited()
    const { page } = opened
    await openSearch(page)
    await page.mouse.click(10, 790)
    await dialog(page).waitFor({ state: 'detached' })
  })

  it('stays with what was typed when a page of another layout arrives with a navigation bar of its own', async () => {
    await using opened = await visited('/search?q=quota')
    const { page } = opened
    // The window's own part is here by then.
    await openSearch(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    const isTyped = Promise.withResolvers<undefined>()
    await page.route('**/assets/js/*.js', async (route) => {
      await isTyped.promise
      await route.continue()
    })
    const bar = await page.locator('.search-button').elementHandle()
    await page.locator('.navbar__brand').click()
    await page.keyboard.press('Control+k')
    await box(page).fill('firew')
    isTyped.resolve(undefined)
    await page.waitForFunction((button) => !button?.isConnected, bar)
    await page.waitForFunction(() => document.activeElement?.matches('dialog input'))
    await page.keyboard.type('all')
    expect(await box(page).inputValue()).toBe('firewall')
    await options(page).first().waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.locator(':focus').getAttribute('class')).toBe('search-button')
  })

  it('opens with what is typed while the button has the focus', async () => {
    await using opened = await visited()
    const { page } = opened
    await page.locator('.search-button').focus()
    await page.keyboard.type('t')
    await box(page).waitFor()
    await page.keyboard.type('ag')
    expect(await box(page).inputValue()).toBe('tag')
  })

  it('leaves a slash alone that is typed into a field', async () => {
    await using opened = await visited('/search')
    const { page } = opened
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').pressSequentially('a/b')
    expect(await dialog(page).count()).toBe(0)
    expect(await page.getByRole('searchbox').inputValue()).toBe('a/b')
  })

  it(`takes ${queryCharsMost} characters`, async () => {
    await using opened = await visited()
    const { page } = opened
    await openSearch(page)
    await box(page).pressSequentially('x'.repeat(queryCharsMost + 6))
    expect(await box(page).inputValue()).toHaveLength(queryCharsMost)
  })
})

describe('results', () => {
  it(`are grouped by page, at most ${hitsPerGroup} of each, with a link to all of them`, async () => {
    await using opened = await visited()
    const { page } = opened
    await openSearch(page)
    await found(page, 'firewall')
    const groups = page.getByRole('group')
    expect(await groups.first().locator('.search-group-title').innerText()).toBe('Firewall rules')
    for (const group of await groups.all()) {
      expect(await group.getByRole('option').count()).toBeLessThanOrEqual(hitsPerGroup)
    }
    expect(await options(page).count()).toBeLessThanOrEqual(hitsPerPage)
    const link = page.getByRole('link', { name: /^See all \d+ results$/ })
    const count = Number(/\d+/.exec(await link.innerText())?.[0])
    await link.click()
    await page.waitForURL('**/search?q=firewall')
    await page.getByText(`${count} results`).waitFor()
    expect(await page.locator('.search-page-hits li').count()).toBe(Math.min(count, hitsPerPage))
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
  })

  it('are chosen with the arrows and Enter, and lead to the heading', async () => {
    await using opened = await visited()
    const { page } = opened
    await openSearch(page)
    await found(page, 'firewall priority')
    await page.keyboard.press('ArrowDown')
    expect(await options(page).nth(1).getAttribute('aria-selected')).toBe('true')
    const target = await options(page).nth(1).getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${target}`)
  })

  it(`cut text to ${snippetWords.wide} words, and to ${snippetWords.narrow} on narrow screens`, async () => {
    for (const [width, words] of [
      [snippetWords.narrowAtMostPixels + 1, snippetWords.wide],
      [snippetWords.narrowAtMostPixels, snippetWords.narrow],
    ] as const) {
      await using opened = await visited('/user-guides/', { width, height: 800 })
      const { page } = opened
      await openSearch(page)
      await found(page, 'histories')
      const texts = await page.locator('dialog .search-hit-text').allInnerTexts()
      const lengths = texts.map((text) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).length)
      expect(Math.max(...lengths)).toBe(words)
    }
  })

  it('show what looks like HTML as text', async () => {
    await using opened = await visited()
    const { page } = opened
    await openSearch(page)
    await found(page, '<i>zzzzqqqq</i>')
    await page.getByText('No results for').waitFor()
    expect(await page.locator('.search-message strong').innerText()).toBe('<i>zzzzqqqq</i>')
    expect(await dialog(page).locator('i').count()).toBe(0)
  })

  it('come from this site alone, and the index is fetched at the first search', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open('about:blank')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${one.site.url}/user-guides/`)
    await ready(page)
    await openSearch(page)
    expect(asked.filter((url) => url.includes('search-index'))).toEqual([])
    await found(page, 'agent')
    await found(page, 'agents')
    expect(asked.filter((url) => url.includes('search-index'))).toHaveLength(1)
    expect(asked.filter((url) => !url.startsWith(one.site.url))).toEqual([])
    await page.locator('dialog').waitFor()
    expect(visit.complaints()).toEqual([])
  })

  it('are those of the version and language that is read', async () => {
    await using opened = await visited('/pt-BR/overview/concepts')
    const { page } = opened
    await openSearch(page)
    await found(page, 'firewall')
    expect(await options(page).first().getAttribute('href')).toMatch(/^\/pt-BR\//)
    await page.goto(`${one.site.url}/0.1/overview/concepts`)
    await ready(page)
    await openSearch(page)
    await found(page, 'namespace')
    expect(await options(page).first().getAttribute('href')).toMatch(/^\/0\.1\//)
  })
})

const words = ['pairing', 'certificate', 'backup', 'webhook', 'buildroot', 'yocto', 'systemd', 'postgresql', 'snap']

describe('what was searched before', () => {
  it(`is kept: ${recentSearches.withoutFavorites} at first, ${recentSearches.withFavorites} beside favorites`, async () => {
    await using opened = await visited()
    const { page } = opened
    for (const word of words) await choose(page, word)
    await openSearch(page)
    expect(await stored(page, 'Recent').count()).toBe(recentSearches.withoutFavorites)
    expect(await violationsOf(page, 'recent searches')).toEqual([])
    const newest = await stored(page, 'Recent').first().innerText()
    await page
      .getByRole('button', { name: /^Save this search/ })
      .first()
      .click()
    expect(await stored(page, 'Favorite').first().innerText()).toBe(newest)
    expect(await stored(page, 'Recent').count()).toBe(recentSearches.withFavorites)
    expect(await stored(page, 'Recent').allInnerTexts()).not.toContain(newest)
    const kept = await page.evaluate(() => localStorage.getItem('sshore.docs.favorite-searches.sshore') ?? '')
    expect(JSON.parse(kept)).toHaveLength(1)
    expect(kept).not.toMatch(/_highlightResult|_snippetResult|<mark>/)
    await page
      .getByRole('button', { name: /^Remove this search/ })
      .first()
      .click()
    expect(await stored(page, 'Recent').count()).toBe(recentSearches.withFavorites - 1)
  })

  it('does not list a favorite among the recent ones again', async () => {
    await using opened = await visited()
    const { page } = opened
    await choose(page, 'backup')
    await openSearch(page)
    await page.getByRole('button', { name: /^Save this search/ }).click()
    await page.keyboard.press('Escape')
    await choose(page, 'backup')
    await openSearch(page)
    expect([await stored(page, 'Recent').count(), await stored(page, 'Favorite').count()]).toEqual([0, 1])
  })

  it(`holds at most ${favoriteSearchesMost} favorites`, async () => {
    await using opened = await visited()
    const { page } = opened
    for (const word of [...words, 'mapping', 'metadata', 'quota']) {
      await choose(page, word)
      await openSearch(page)
      await page
        .getByRole('button', { name: /^Save this search/ })
        .first()
        .click()
      await page.keyboard.press('Escape')
    }
    await openSearch(page)
    expect(await stored(page, 'Favorite').count()).toBe(favoriteSearchesMost)
  })
})

describe('when there is nothing', () => {
  it('says so, and suggests what the query before found', async () => {
    await using opened = await visited()
    const { page } = opened
    await openSearch(page)
    await page.getByText('No recent searches').waitFor()
    await found(page, 'firewall')
    await found(page, 'qqqqqqqq')
    await page.getByText('No results for').waitFor()
    await page.getByText('Try searching for').waitFor()
    await page.getByText('Believe this query should return results? Let us know.').waitFor()
    const suggested = page.locator('.search-suggestions button')
    expect(await suggested.count()).toBe(suggestionsMost)
    expect(await violationsOf(page, 'no results')).toEqual([])
    await suggested.first().click()
    await options(page).first().waitFor()
  })

  it('says when the index cannot be fetched, keeps saying it, and recovers', async () => {
    await using opened = await visited()
    const { page } = opened
    let failing = true
    await page.route(index, (route) => (failing ? route.abort() : route.continue()))
    await openSearch(page, 'firewall')
    await page.getByText('Unable to fetch results').waitFor()
    await page.getByText('You might want to check your network connection.').waitFor()
    expect(await dialog(page).getAttribute('data-status')).toBe('error')
    expect(await violationsOf(page, 'error')).toEqual([])
    failing = false
    await box(page).pressSequentially('s')
    await options(page).first().waitFor()
    expect(await page.getByText('Unable to fetch results').count()).toBe(0)
  })

  it('opens by Enter what is typed, once the answer is there', async () => {
    await using opened = await visited()
    const { page } = opened
    await page.route(index, late)
    await openSearch(page)
    await box(page).fill('yocto')
    await page.keyboard.press('Enter')
    await page.waitForURL(/yocto/)
    await dialog(page).waitFor({ state: 'detached' })
  })

  it(`says that it is searching after ${stallMilliseconds} ms`, async () => {
    await using opened = await visited()
    const { page } = opened
    await page.route(index, late)
    await openSearch(page)
    await page.evaluate(() => {
      const element = document.querySelector('dialog')!
      const seen: (readonly [string, number])[] = []
      Object.assign(window, { seen })
      element.addEventListener('input', () => seen.push(['typed', performance.now()]), { capture: true, once: true })
      new MutationObserver(() => seen.push([element.dataset['status'] ?? '', performance.now()])).observe(element, {
        attributes: true,
        attributeFilter: ['data-status'],
      })
    })
    await box(page).fill('firewall')
    await options(page).first().waitFor()
    const seen = await page.evaluate(() => (window as unknown as { seen: [string, number][] }).seen)
    expect(seen.map(([status]) => status)).toEqual(['typed', 'loading', 'stalled', 'idle'])
    const [typed, loading, stalled] = seen.map(([, milliseconds]) => milliseconds)
    expect(stalled! - typed!).toBeGreaterThanOrEqual(stallMilliseconds)
    // What is typed is drawn some time later, on a busy machine.
    expect(stalled! - loading!).toBeLessThan(stallMilliseconds + 400)
  })
})
