// What is chosen when the site is built: a search service on several hosts, page views, another base path. And the server that serves it.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseIndexFile, siteConstants } from '@sshore/docs-search'
import { createStack, type Page, sshoreInBackground } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { openSearch, otherFolder, ready, withSite } from './with-site.ts'

const { clientTimeouts, hostDownMilliseconds } = siteConstants
const one = withSite(otherFolder, '/docs/')
const queries = /^http:\/\/search-(one|two)\.test\/1\/indexes\/\*\/queries/

async function startService(key = 'search-only') {
  const service = sshoreInBackground([
    ...['docs-search', otherFolder, '--port', '0', '--application', 'docs', '--key', key],
  ])
  const [, address = ''] = await service.says(/at (http:\/\/127\.0\.0\.1:\d+)/)
  return { address, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

/** Says at once that it will answer, and never does. */
async function startSilent() {
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' })
    reply.write('{"results":')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

type Host = 'up' | 'dead' | 'slow' | { readonly silentAt: string }

/** The two hosts of the site: each leads to a real service, nowhere, answers too late, or begins to answer and stops. Tells which were asked. */
async function withHosts(page: Page, address: string, hosts: { one: Host; two: Host }): Promise<string[]> {
  const asked: string[] = []
  await page.route('http://views.test/**', (route) => route.fulfill({ status: 204 }))
  await page.route(queries, async (route) => {
    const url = new URL(route.request().url())
    const name = url.hostname === 'search-one.test' ? 'one' : 'two'
    asked.push(name)
    const host = hosts[name]
    if (typeof host === 'object') return route.continue({ url: `${host.silentAt}${url.pathname}${url.search}` })
    if (host === 'dead') return route.abort('connectionrefused')
    if (host === 'slow') {
      await new Promise((resolve) => {
        setTimeout(resolve, clientTimeouts.connectMilliseconds * 4)
      })
      return route.abort()
    }
    const { method, headers, body } = { method: 'POST', headers: {}, body: route.request().postData() ?? '' }
    const reply = await fetch(`${address}${url.pathname}${url.search}`, { method, headers, body })
    return route.fulfill({
      status: reply.status,
      headers: { 'access-control-allow-origin': '*' },
      body: await reply.text(),
    })
  })
  return asked
}

async function visited() {
  const visit = await one.browser.visit()
  const page = await visit.open(`${one.site.url}/docs/user-guides/`)
  await ready(page)
  return { page, visit, [Symbol.asyncDispose]: () => visit[Symbol.asyncDispose]() }
}

const results = (page: Page) => page.getByRole('option').first()

describe('a search service on two hosts', () => {
  it('answers from the first, with the credentials in the address', async () => {
    await using service = await startService()
    await using opened = await visited()
    const { page } = opened
    const asked = await withHosts(page, service.address, { one: 'up', two: 'up' })
    const request = page.waitForRequest(queries)
    await openSearch(page, 'firewall')
    await results(page).waitFor()
    const { searchParams } = new URL((await request).url())
    expect(searchParams.get('x-algolia-application-id')).toBe('docs')
    expect(searchParams.get('x-algolia-api-key')).toBe('search-only')
    expect(asked).toEqual(['one'])
    expect(await results(page).getAttribute('href')).toMatch(/^\/docs\//)
  })

  it('answers from the second when the first is dead, which is then left alone', async () => {
    await using service = await startService()
    await using opened = await visited()
    const { page } = opened
    const asked = await withHosts(page, service.address, { one: 'dead', two: 'up' })
    await openSearch(page)
    await page.getByRole('combobox').pressSequentially('agents', { delay: 120 })
    await results(page).waitFor()
    expect(asked.filter((name) => name === 'one')).toHaveLength(1)
    expect(asked.filter((name) => name === 'two').length).toBeGreaterThan(1)
  })

  it('answers from the second when the first is slow', async () => {
    await using service = await startService()
    await using opened = await visited()
    const { page } = opened
    const asked = await withHosts(page, service.address, { one: 'slow', two: 'up' })
    const started = Date.now()
    await openSearch(page, 'firewall')
    await results(page).waitFor()
    expect(asked).toEqual(['one', 'two'])
    expect(Date.now() - started).toBeGreaterThanOrEqual(clientTimeouts.connectMilliseconds - 50)
  })

  it('answers from the second when the first begins to answer and stops', async () => {
    await using service = await startService()
    await using silent = await startSilent()
    await using opened = await visited()
    const { page } = opened
    const asked = await withHosts(page, service.address, { one: { silentAt: silent.address }, two: 'up' })
    const started = Date.now()
    await openSearch(page, 'firewall')
    await results(page).waitFor()
    expect(asked).toEqual(['one', 'two'])
    expect(Date.now() - started).toBeGreaterThanOrEqual(clientTimeouts.readMilliseconds - 50)
  })

  it(`asks a dead host again after ${hostDownMilliseconds / 60_000} minutes, not before`, async () => {
    await using service = await startService()
    await using opened = await visited()
    const { page } = opened
    const hosts: Record<'one' | 'two', Host> = { one: 'dead', two: 'up' }
    const asked = await withHosts(page, service.address, hosts)
    await openSearch(page, 'agent')
    await results(page).waitFor()
    hosts.one = 'up'
    // The clock of the page goes ahead; a test cannot wait for so long.
    const passes = (milliseconds: number) =>
      page.evaluate((step) => {
        const before = Date.now
        Date.now = () => before() + step
      }, milliseconds)
    await passes(hostDownMilliseconds / 2)
    await page.getByRole('combobox').fill('firewall')
    await expect.poll(() => asked).toEqual(['one', 'two', 'two'])
    await passes(hostDownMilliseconds / 2)
    await page.getByRole('combobox').fill('tunnel')
    await expect.poll(() => asked).toEqual(['one', 'two', 'two', 'one'])
  })

  it('says so when both are dead, and that the application id may be wrong', async () => {
    await using opened = await visited()
    const { page } = opened
    const asked = await withHosts(page, '', { one: 'dead', two: 'dead' })
    await openSearch(page, 'firewall')
    await page.getByText('Unable to fetch results').waitFor()
    await page.getByText('application id may be incorrect').waitFor()
    expect(asked.toSorted()).toEqual(['one', 'two'])
  })

  it('shows what the service says of a wrong key', async () => {
    await using service = await startService('another')
    await using opened = await visited()
    const { page } = opened
    await withHosts(page, service.address, { one: 'up', two: 'up' })
    await openSearch(page, 'firewall')
    await page.getByText('Invalid Application-ID or API key').waitFor()
  })
})

describe('a site that remembers no searches', () => {
  it('keeps none, and offers to keep none', async () => {
    await using service = await startService()
    await using opened = await visited()
    const { page } = opened
    await withHosts(page, service.address, { one: 'up', two: 'up' })
    await openSearch(page, 'firewall')
    await results(page).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await openSearch(page)
    expect(await page.locator('dialog [data-stored]').count()).toBe(0)
    const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('searches')))
    expect(kept).toEqual([])
  })
})

describe('page views', () => {
  it('are told with the path alone, once for each page', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open('about:blank')
    const told: string[] = []
    await page.route('http://views.test/**', async (route) => {
      told.push(route.request().postData() ?? '')
      await route.fulfill({ status: 204 })
    })
    await page.goto(`${one.site.url}/docs/`)
    await ready(page)
    await page.getByRole('link', { name: 'API', exact: true }).first().click()
    await page.waitForURL('**/docs/developers/openapi/')
    await expect.poll(() => told.length).toBe(2)
    expect(told.map((text) => JSON.parse(text) as unknown)).toEqual([
      { path: '/docs/' },
      { path: '/docs/developers/openapi/' },
    ])
  })
})

describe('the server', () => {
  it('serves the site under /docs/, and its policy lets it work', async () => {
    await using stack = await createStack({ config: { docsDir: otherFolder } })
    await using visit = await one.browser.visit()
    const page = await visit.open(`${stack.url}/docs/overview/faq`)
    await ready(page)
    await page.getByRole('link', { name: 'Concepts' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Concepts' }).waitFor()
    await page.goto(`${stack.url}/docs/nowhere`)
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    const file = join(otherFolder, 'search-index/docs-default-current.json')
    const kept = parseIndexFile(await readFile(file, 'utf8'))
    const served = await fetch(`${stack.url}/docs/search-index/docs-default-current.json`)
    expect(parseIndexFile(await served.text())).toEqual(kept)
    const ours = visit.complaints().filter((text) => !/views\.test|status of 404/.test(text))
    expect(ours).toEqual([])
  })
})
