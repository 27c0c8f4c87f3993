import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let folder = ''
let consoleDir = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sshore-console-'))
  consoleDir = join(folder, 'console')
  await mkdir(join(consoleDir, 'assets'), { recursive: true })
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>console</title>')
  await writeFile(join(consoleDir, 'assets', 'main-abc123.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'secret')
})
afterAll(() => rm(folder, { recursive: true }))

const get = (stack: TestServer, path: string, accept = 'text/html,*/*') =>
  stack.server.transport({ method: 'GET', path, headers: { accept } })

test('the page is served under a strict policy, also at the addresses that it routes by itself', async () => {
  await using stack = await startTestServer({ consoleDir })
  for (const path of ['/', '/devices', '/devices/abc?tab=sessions', '/setup?sign=abc']) {
    const reply = await get(stack, path)
    expect(reply.status, path).toBe(200)
    expect(reply.text).toContain('<title>console</title>')
    expect(reply.header('content-type')).toMatch(/^text\/html/)
    expect(reply.header('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(reply.header('cache-control')).toBe('no-cache')
  }
})

test('hashed files are kept for ever', async () => {
  await using stack = await startTestServer({ consoleDir })
  const reply = await get(stack, '/assets/main-abc123.js', '*/*')
  expect(reply.text).toBe('export {}')
  expect(reply.header('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('what is not there is not the page, unless a browser goes to an address', async () => {
  await using stack = await startTestServer({ consoleDir })
  for (const [path, accept] of [
    ['/api/nothing', 'text/html'],
    ['/internal/nothing', 'text/html'],
    ['/assets/gone.js', '*/*'],
    ['/devices', 'application/json'],
  ] as const) {
    expect((await get(stack, path, accept)).status, path).toBe(404)
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
  await using stack = await startTestServer({ consoleDir })
  expect((await get(stack, path, '*/*')).text).not.toBe('secret')
  expect((await get(stack, path, '*/*')).status).toBeGreaterThanOrEqual(400)
})

test('a server without the built console says so', async () => {
  await using stack = await startTestServer({ consoleDir: join(folder, 'nowhere') })
  const reply = await get(stack, '/')
  expect(reply.status).toBe(200)
  expect(reply.text).toContain('Sshore is running')
  expect(reply.header('content-security-policy')).toContain("default-src 'none'")
})
