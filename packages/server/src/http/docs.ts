// The built documentation below /docs/, so that an installation without the internet has its manual.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from './security-headers.ts'

/** What the site has to be built for: `npm run docs:build-for-server`. */
const below = '/docs/'
/** Names of files in it hold a hash of their content. */
const hashedFolder = /^assets\/(js|css)\//
const immutable = 'public, max-age=31536000, immutable'
const notFound = '404.html'

/** Scripts that stand in the page itself, as its policy names them (CSP3 section 2.3.1). */
function inlineScripts(page: string): string[] {
  const scripts = [...page.matchAll(/<script(?:\s+type=(?:"module"|module))?>([\s\S]*?)<\/script>/g)]
  return scripts.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

async function pageOf(docsDir: string, name: string): Promise<string> {
  try {
    return await readFile(join(docsDir, name), 'utf8')
  } catch (cause) {
    const message = `${docsDir} holds no built documentation (${name} is missing); make it with: npm run docs:build-for-server`
    throw new Error(message, { cause })
  }
}

/** Serves the site in `docsDir`, if there is one to serve. Fails when the folder holds none, or one for another address. */
export async function registerDocs(app: FastifyInstance, docsDir: string | undefined): Promise<void> {
  if (docsDir === undefined) return
  const pages = await Promise.all(['index.html', notFound].map((name) => pageOf(docsDir, name)))
  if (!pages[0]?.includes(`${below}assets/`)) {
    throw new Error(`The documentation in ${docsDir} was not built for ${below}; use: npm run docs:build-for-server`)
  }
  const policy = pagePolicy([...new Set(pages.flatMap(inlineScripts))])
  const names = await readdir(docsDir, { recursive: true })
  const files = new Set(names.map((name) => name.replaceAll(sep, '/')))
  // What is sent is one of the files that were there at the start, whatever the path looks like.
  const fileAt = (path: string): string =>
    [path, join(path, 'index.html'), `${path}.html`].find((name) => files.has(name) && /\.\w+$/.test(name)) ?? notFound

  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: docsDir, serve: false, cacheControl: false })
    scope.get('/docs', async (_, reply) => reply.redirect(below, 308))
    scope.get<{ Params: { '*': string } }>(`${below}*`, async ({ params }, reply) => {
      const file = fileAt(params['*'].replace(/^\/+/, '').replace(/\/$/, '') || 'index.html')
      reply.code(file === notFound ? 404 : 200).headers({
        'Content-Security-Policy': policy,
        'Cache-Control': hashedFolder.test(file) ? immutable : 'no-cache',
      })
      return reply.sendFile(file)
    })
  })
}
