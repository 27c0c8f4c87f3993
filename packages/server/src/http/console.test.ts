import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let folder = ''
let consoleDir = ''
let stack: TestServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sshore-console-'))
  consoleDir = join(folder, 'console')
  await mkdir(join(consoleDir, 'assets'), { recursive: true })
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>console</title>')
  await writeFile(join(consoleDir, 'assets', 'main-abc123.js'), 'export {}')
  await writeFile(join(consoleDir, 'assets', 'main-abc123.js.br'), 'brotli')
  await writeFile(join(consoleDir, 'assets', 'main-abc123.js.gz'), 'gzip')
  await writeFile(join(consoleDir, 'index.html.gz'), 'gzip of the page')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  stack = await startTestServer({ consoleDir })
})
afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const get = (path: string, accept = 'text/html,*/*', { server } = stack) =>
  server.transport({ method: 'GET', path, headers: { accept } })

test('the page is served under a strict policy, also at the addresses that it routes by itself', async () => {
  for (const path of ['/', '/devices', '/devices/abc?tab=sessions', '/setup?sign=abc']) {
    const reply = await get(path)
    expect(reply.status, path).toBe(200)
    expect(reply.text).toContain('<title>console</title>')
    expect(reply.header('content-type')).toMatch(/^text\/html/)
    expect(reply.header('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(reply.header('cache-control')).toBe('no-cache')
  }
})

test('hashed files are kept for ever', async () => {
  const reply = await get('/assets/main-abc123.js', '*/*')
  expect(reply.text).toBe('export {}')
  expect(reply.header('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('a browser gets files and page compressed as it takes them, and caches know it', async () => {
  const ask = (path: string, encodings: string) =>
    stack.server.transport({ method: 'GET', path, headers: { accept: 'text/html,*/*', 'accept-encoding': encodings } })
  for (const [path, encodings, encoding, text] of [
    ['/assets/main-abc123.js', 'gzip, deflate, br', 'br', 'brotli'],
    ['/assets/main-abc123.js', 'gzip, deflate', 'gzip', 'gzip'],
    ['/assets/main-abc123.js', 'identity', undefined, 'export {}'],
    ['/devices/abc', 'gzip, br', 'gzip', 'gzip of the page'],
  ] as const) {
    const reply = await ask(path, encodings)
    expect([reply.header('content-encoding'), reply.text], `${path} ${encodings}`).toEqual([encoding, text])
    expect(reply.header('vary')).toBe('Accept-Encoding')
    expect(reply.header('content-security-policy')).toContain("default-src 'none'")
    expect(reply.header('content-type')).toMatch(path.endsWith('.js') ? /javascript/ : /^text\/html/)
  }
  expect((await get('/assets/main-abc123.js.br', '*/*')).status).toBe(404)
})

test('what is not there is not the page, unless a browser goes to an address', async () => {
  for (const [path, accept] of [
    ['/api/nothing', 'text/html'],
    ['/internal/nothing', 'text/html'],
    ['/assets/gone.js', '*/*'],
    ['/devices', 'application/json'],
  ] as const) {
    expect((await get(path, accept)).status, path).toBe(404)
  }
  expect(
    (await stack.server.transport({ method: 'POST', path: '/devices', headers: { accept: 'text/html' } })).status,
  ).toBe(404)
})

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
])('nothing outside the folder is served at %s', async (path) => {
  expect((await get(path, '*/*')).text).not.toBe('secret')
  expect((await get(path, '*/*')).status).toBeGreaterThanOrEqual(400)
})

test('a server without the built console says so', async () => {
  await using bare = await startTestServer({ consoleDir: join(folder, 'nowhere') })
  const reply = await get('/', 'text/html,*/*', bare)
  expect(reply.status).toBe(200)
  expect(reply.text).toContain('Sshore is running')
  expect(reply.header('content-security-policy')).toContain("default-src 'none'")
})
