import { once } from 'node:events'
import { createServer } from 'node:http'
import { limits } from '@sshore/contract'
import { describe, expect, it } from 'vitest'
import { signIn, withConsole } from './with-console.ts'

const one = withConsole()

describe('signing in', () => {
  it('says that the password is wrong, and counts down to the end of a lockout', async () => {
    const { owner } = await one.stack.seed.namespace()
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/login`)
    await signIn(page, { username: owner.username, password: 'wrong' })
    await page.getByText('Unknown user or wrong password.').waitFor()
    // The form takes the next attempt once this one is answered.
    const answered = page.waitForResponse('**/api/login')
    await signIn(page, { username: owner.username, password: 'wrong too' })
    await answered
    await page.getByText('Unknown user or wrong password.').waitFor()
    await signIn(page, { username: owner.username, password: 'wrong again' })
    await page.getByText('Too many failed logins').waitFor()
    await page.getByText(/You can try again in 0:[0-5]\d\./).waitFor()
    expect(visit.complaints()).toEqual([])
  })

  it('leads back to where the session came to its end', async () => {
    const { owner } = await one.stack.seed.namespace()
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices/rejected`)
    await signIn(page, owner)
    await page.getByRole('heading', { name: 'Nothing rejected' }).waitFor()
    // Somebody else's browser, or a new password: every token is dead.
    await owner.client.logout()
    await page.getByText('Your session has ended.').waitFor()
    await signIn(page, owner)
    await page.getByRole('heading', { name: 'Nothing rejected' }).waitFor()
    expect(page.url()).toBe(`${one.stack.url}/devices?status=rejected`)
    expect(visit.complaints()).toEqual([])
  })

  it('holds for all tabs of a browser, and so does signing out; another browser has no part in it', async () => {
    const { owner } = await one.stack.seed.namespace()
    await using visit = await one.browser.visit()
    await using other = await one.browser.visit()
    const first = await visit.open(one.stack.url)
    const held = new Set<string>()
    first.on('request', (request) => held.add(request.headers()['authorization'] ?? ''))
    await signIn(first, owner)
    await first.getByRole('heading', { name: 'Home' }).waitFor()
    const tokens = [...held].filter((text) => text.startsWith('Bearer '))
    const lives = tokens.map((token) => {
      const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      return Number(Reflect.get(Object(claims), 'exp')) - Number(Reflect.get(Object(claims), 'iat'))
    })
    expect(new Set(lives)).toEqual(new Set([limits.browserSessions.tokenMinutes * 60]))
    const answers = () =>
      Promise.all(
        tokens.map(async (authorization) => {
          const { status } = await fetch(`${one.stack.url}/api/namespaces`, { headers: { authorization } })
          return status
        }),
      )
    expect(new Set(await answers())).toEqual(new Set([200]))
    const second = await visit.open(one.stack.url)
    await second.getByRole('heading', { name: 'Home' }).waitFor()
    const stranger = await other.open(one.stack.url)
    await stranger.getByRole('heading', { name: 'Sign in' }).waitFor()

    await second.getByLabel(`Account of ${owner.username}`).click()
    await second.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    await first.getByRole('heading', { name: 'Sign in' }).waitFor()
    // Nothing of it outlives the tabs.
    expect(await first.evaluate(() => JSON.stringify([window.localStorage, window.sessionStorage]))).not.toContain(
      'token',
    )
    expect(new Set(await answers())).toEqual(new Set([401]))
    const token = await owner.client.getAuthUser().catch((error: unknown) => error)
    expect(token).toMatchObject({ status: 401 })
  })
})

describe('the page', () => {
  it('runs no script of anybody else: the policy stops it, and the test would see that', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(one.stack.url)
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "taken over"'
      document.head.append(script)
    })
    expect(await page.title()).not.toBe('taken over')
    expect(visit.complaints().join()).toMatch(/Content Security Policy/)
  })

  it('is shown in no frame of another page', async () => {
    const server = createServer((request, response) => {
      const inside = request.url === '/inside'
      response.setHeader('content-type', 'text/html')
      response.end(
        inside ? '<h1>inside</h1>' : `<iframe src='/inside'></iframe><iframe src='${one.stack.url}/'></iframe>`,
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    using _ = { [Symbol.dispose]: () => void server.close() }
    const address = server.address()
    await using visit = await one.browser.visit()
    const page = await visit.open(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`)
    await page.frameLocator('iframe >> nth=0').getByRole('heading', { name: 'inside' }).waitFor()
    await expect.poll(() => visit.complaints().join()).toMatch(/frame-ancestors|X-Frame-Options/)
    expect(await page.frameLocator('iframe >> nth=1').locator('#root').count()).toBe(0)
  })
})
