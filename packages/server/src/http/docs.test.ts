import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerDocs } from './docs.ts'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sshore-docs-'))
  const page = '<script src="/docs/assets/js/main.1.js"></script><script>begin()</script>'
  await mkdir(join(folder, 'guides/first'), { recursive: true })
  await mkdir(join(folder, 'assets/js'), { recursive: true })
  await writeFile(join(folder, 'index.html'), `${page}home`)
  await writeFile(join(folder, '404.html'), `${page}nothing here`)
  await writeFile(join(folder, 'guides/first/index.html'), `${page}first`)
  await writeFile(join(folder, 'assets/js/main.1.js'), 'begin()')
  app = fastify()
  await registerDocs(app, folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

describe('the documentation', () => {
  it.each([
    ['/docs/', 200, 'home'],
    ['/docs/guides/first', 200, 'first'],
    ['/docs/guides/first/', 200, 'first'],
    ['/docs/nowhere', 404, 'nothing here'],
    ['/docs/guides', 404, 'nothing here'],
    ['/docs/..%2f..%2fetc/passwd', 404, 'nothing here'],
    ['/docs/%2fetc/passwd', 404, 'nothing here'],
  ])('answers %s with %i', async (url, status, text) => {
    const reply = await app.inject({ url })
    expect(reply.statusCode).toBe(status)
    expect(reply.body).toContain(text)
  })

  it('leads to itself without the slash', async () => {
    const { statusCode, headers } = await app.inject({ url: '/docs' })
    expect([statusCode, headers.location]).toEqual([308, '/docs/'])
  })

  it('lets the scripts run that stand in its pages, and no others', async () => {
    const { headers } = await app.inject({ url: '/docs/' })
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/]+=*';/)
    expect(headers['cache-control']).toBe('no-cache')
    expect((await app.inject({ url: '/docs/assets/js/main.1.js' })).headers['cache-control']).toContain('immutable')
  })

  it('is refused when it is not built, or built for another address', async () => {
    await expect(registerDocs(fastify(), join(folder, 'guides'))).rejects.toThrow(/holds no built documentation/)
    await writeFile(join(folder, 'guides/index.html'), '<script src="/assets/js/main.1.js"></script>')
    await writeFile(join(folder, 'guides/404.html'), '')
    await expect(registerDocs(fastify(), join(folder, 'guides'))).rejects.toThrow(/was not built for \/docs\//)
  })

  it('is not there when no folder is named', async () => {
    const without = fastify()
    await registerDocs(without, undefined)
    expect((await without.inject({ url: '/docs/' })).statusCode).toBe(404)
  })
})
