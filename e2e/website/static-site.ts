// A built site behind a plain web server: files, a page for what is not there, nothing else.
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
}

export interface StaticSite extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string
}

async function fileAt(folder: string, path: string): Promise<string | undefined> {
  const plain = join(folder, normalize(decodeURIComponent(path)))
  for (const file of [plain, `${plain}.html`, join(plain, 'index.html')]) {
    const found = await stat(file).catch(() => undefined)
    if (found?.isFile()) return file
  }
  return undefined
}

/** Compressed once: a browser asks for the same files on every page. */
function compressing() {
  const known = new Map<string, Promise<Buffer>>()
  return (file: string): Promise<Buffer> => {
    const body = known.get(file) ?? readFile(file).then((content) => gzipSync(content, { level: 6 }))
    known.set(file, body)
    return body
  }
}

/** Serves `folder` below `base` (with slashes at both ends) on a free port of this machine. */
export async function serveSite(folder: string, base = '/'): Promise<StaticSite> {
  const bodyOf = compressing()
  const server = createServer((request, reply) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '/', 'http://site')
      const found = pathname.startsWith(base) ? await fileAt(folder, pathname.slice(base.length - 1)) : undefined
      const file = found ?? join(folder, '404.html')
      const body = await bodyOf(file)
      reply.writeHead(found ? 200 : 404, {
        'Content-Type': types[extname(file)] ?? 'application/octet-stream',
        'Content-Encoding': 'gzip',
        'Content-Length': body.length,
      })
      reply.end(body)
    })()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
