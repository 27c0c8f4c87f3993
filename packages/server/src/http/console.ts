// The built console: files under a strict policy, and the one page for every address that the console routes by itself.
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consolePolicy } from './security-headers.ts'

/** Vite puts a hash of the content into the names under this folder. */
const hashedFolder = `${sep}assets${sep}`
const immutable = 'public, max-age=31536000, immutable'

const pageWithoutConsole = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sshore</title>
<style>body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 20vh auto; padding: 0 1rem }</style>
<h1>Sshore is running</h1>
<p>This server was started without the web console. Devices, SSH and the API work all the same; to have the console here too,
build it and start the server again.</p>
`

const wantsPage = (request: FastifyRequest): boolean => {
  const path = request.url.split('?', 1)[0] ?? ''
  const accept = request.headers.accept ?? ''
  const ours = /^\/(api|admin\/api|internal|agent|metrics)(\/|$)/.test(path)
  return (request.method === 'GET' || request.method === 'HEAD') && accept.includes('text/html') && !ours
}

const asPage = (reply: FastifyReply): FastifyReply =>
  reply.code(200).headers({ 'Content-Security-Policy': consolePolicy, 'Cache-Control': 'no-cache' })

/**
 * Serves the console from `consoleDir`. The function returned answers a request that no route took with the console's page, if a
 * browser asks for one; else it says no.
 */
export async function registerConsole(
  app: FastifyInstance,
  consoleDir: string | undefined,
): Promise<(request: FastifyRequest, reply: FastifyReply) => boolean> {
  const built = consoleDir !== undefined && existsSync(join(consoleDir, 'index.html'))
  if (!built) {
    return (request, reply) => {
      if (!wantsPage(request)) return false
      asPage(reply).type('text/html; charset=utf-8').send(pageWithoutConsole)
      return true
    }
  }
  await app.register(fastifyStatic, {
    root: consoleDir,
    wildcard: false,
    cacheControl: false,
    // Beside the files are the same ones compressed (packages/console/compressed-files.ts); they have no addresses of their own.
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders(reply, path) {
      reply.header('Vary', 'Accept-Encoding')
      reply.header('Content-Security-Policy', consolePolicy)
      reply.header('Cache-Control', path.includes(hashedFolder) ? immutable : 'no-cache')
    },
  })
  return (request, reply) => {
    if (!wantsPage(request)) return false
    asPage(reply).sendFile('index.html')
    return true
  }
}
