// Tunnels that are for members of their namespace only.
import { once } from 'node:events'
import { join } from 'node:path'
import type { Tunnel } from '@sshore/contract'
import { until } from '@sshore/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { curl, openTunnel, serve, type Service, withTunnels } from './tunnel-world.ts'

const one = withTunnels()
let service: Service
let tunnel: Tunnel
beforeAll(async () => {
  service = await serve((request, response) => {
    response.setHeader('Set-Cookie', 'own=1')
    response.end(JSON.stringify({ url: request.url, cookie: request.headers.cookie ?? '' }))
  })
  new WebSocketServer({ server: service.server }).on('connection', (socket) => socket.send('in'))
  tunnel = await openTunnel(one, service.port, { members_only: true })
})
afterAll(() => service?.[Symbol.asyncDispose]())

const asPerson = ['-H', 'Accept: text/html']
const jar = (name: string): string[] => ['-b', join(one.stack.folder, name), '-c', join(one.stack.folder, name)]
const visit = (path: string, words: string[] = []) => curl(one, tunnel, path, [...words, '-w', ' %{http_code}'])

const turnedAway = async (path: string, cookies: string[]): Promise<URL> => {
  const { stdout } = await curl(one, tunnel, path, [
    ...asPerson,
    ...cookies,
    '-o',
    '/dev/null',
    '-w',
    '%{redirect_url}',
  ])
  return new URL(stdout)
}

/** What the console does with the address that a browser was sent to. */
async function enter(sentTo: URL, by = one.namespace.owner.client): Promise<string> {
  const { address, state } = Object.fromEntries(sentTo.searchParams) as {
    address: typeof tunnel.address
    state: string
  }
  const { body } = await by.enterTunnel({ params: { address }, body: { state } })
  const path = encodeURIComponent(sentTo.searchParams.get('path') ?? '')
  return `${body.url.slice(tunnel.url.length)}&path=${path}`
}

it('a browser signs in at the console and comes back to where it wanted to go; the service sees nothing of it', async () => {
  const sentTo = await turnedAway('/deep?x=1', jar('ana'))
  expect(sentTo.origin + sentTo.pathname).toBe(`${one.stack.url}/tunnels/enter`)
  expect(sentTo.searchParams.get('path')).toBe('/deep?x=1')
  const back = await curl(one, tunnel, await enter(sentTo), ['-i', ...jar('ana')])
  expect(back.stdout).toMatch(/^HTTP\/1\.1 303 [^]*^Location: \/deep\?x=1\r$/m)
  expect(back.stdout).toMatch(/^Set-Cookie: sshore-pass=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax\r$/m)
  expect((await visit('/deep?x=1', jar('ana'))).stdout).toBe('{"url":"/deep?x=1","cookie":""} 200')
  expect((await visit('/', jar('ana'))).stdout).toBe('{"url":"/","cookie":"own=1"} 200')
})

it('a code is good once, in the browser that it was made for, and leads to no other site', async () => {
  const way = await enter(await turnedAway('/', jar('bob')))
  expect((await visit(way)).stdout).toMatch(/"entry_over"\} 403$/)
  // Spent by the attempt.
  expect((await visit(way, jar('bob'))).stdout).toMatch(/403$/)
  for (const elsewhere of ['//evil.example/', 'https://evil.example/', String.raw`/\evil.example`, 'x']) {
    const browser = jar(`browser-${encodeURIComponent(elsewhere).replaceAll('%', '')}`)
    const again = await enter(await turnedAway('/', browser))
    const path = again.replace(/&path=.*/, `&path=${encodeURIComponent(elsewhere)}`)
    const { stdout } = await curl(one, tunnel, path, [...browser, '-o', '/dev/null', '-w', '%{redirect_url}'])
    expect(new URL(stdout).host).toBe(`${tunnel.full_address}:${one.stack.httpPort}`)
  }
})

it('programs and WebSockets without a pass are told, and pages of other tunnels may not use that of a visitor', async () => {
  expect((await visit('/', ['-X', 'POST', '-d', 'x'])).stdout).toMatch(/"members_only"\} 401$/)
  expect((await visit('/', ['-b', 'sshore-pass=s1.forged'])).stdout).toMatch(/401$/)
  const open = async (headers: Record<string, string>) => {
    const url = `ws://127.0.0.1:${one.stack.httpPort}/`
    const socket = new WebSocket(url, { headers: { Host: tunnel.full_address, ...headers } })
    const said = Promise.race([
      once(socket, 'message'),
      once(socket, 'unexpected-response').then(([, r]) => [r.statusCode]),
    ])
    const [first] = (await said) as [unknown]
    return { first: String(first), socket }
  }
  expect((await open({})).first).toBe('401')
  const cookie = async (): Promise<string> => {
    const { stdout } = await curl(one, tunnel, await enter(await turnedAway('/', jar('eve'))), ['-i', ...jar('eve')])
    return `sshore-pass=${/sshore-pass=([^;]+)/.exec(stdout)?.[1] ?? ''}`
  }
  const Cookie = await cookie()
  const { first, socket } = await open({ Cookie, Origin: `http://${tunnel.full_address}` })
  expect(first).toBe('in')
  expect((await open({ Cookie, Origin: 'http://other.tunnels.test' })).first).toBe('403')
  expect((await visit('/', ['-H', `Cookie: ${Cookie}`, '-H', 'Sec-Fetch-Site: same-site'])).stdout).toMatch(/403$/)
  const asLink = ['-H', 'Sec-Fetch-Site: cross-site', '-H', 'Sec-Fetch-Mode: navigate']
  expect((await visit('/', ['-H', `Cookie: ${Cookie}`, ...asLink])).stdout).toMatch(/200$/)

  // Who signs out everywhere is out of the tunnel too, at once.
  const closed = once(socket, 'close')
  socket.on('error', () => undefined)
  await one.namespace.owner.client.logout()
  await closed
  await until('the pass is no good', async () => (await visit('/', ['-H', `Cookie: ${Cookie}`])).stdout.endsWith('401'))
})
