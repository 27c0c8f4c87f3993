import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examineDevice } from './device-state.ts'
import { findingsText, isHealthy } from './finding.ts'
import { reachServer } from './reach-server.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function listening(server: Server): Promise<AsyncDisposable & { readonly url: string }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What a server answers, with upgrades or, like behind a careless proxy, without. */
const standIn = (answer: Answer, upgrades = true): Server => {
  const server = createHttpServer(answer)
  if (upgrades) {
    server.on('upgrade', (_request, socket) => {
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    })
  }
  return server
}

const info: Answer = (request, response) => {
  if (request.url === '/info') response.end('{"version":"1.0.0"}')
  else response.writeHead(404).end()
}

const reach = (url: string, now = Date.now()) => reachServer({ server: url, version: '1.0.0', now: () => now })

test('a good way to a good server is found good', async () => {
  await using server = await listening(standIn(info))
  const findings = await reach(server.url)
  expect(findings.map(({ about }) => about)).toEqual(['name', 'TCP', 'server', 'clock', 'WebSocket'])
  expect(isHealthy(findings)).toBe(true)
})

test('a proxy that takes upgrades away, a wrong clock and another program are told, with what to do', async () => {
  await using careless = await listening(standIn(info, false))
  const upgrade = (await reach(careless.url)).at(-1)
  expect(upgrade).toMatchObject({ about: 'WebSocket', outcome: 'bad', advice: expect.stringContaining('Upgrade') })
  await using server = await listening(standIn(info))
  const late = (await reach(server.url, Date.now() + 3_600_000)).find(({ about }) => about === 'clock')
  expect(late).toMatchObject({ outcome: 'bad', says: expect.stringMatching(/^3\d{3} s ahead/) })
  await using other = await listening(standIn((_, response) => void response.end('hello')))
  expect((await reach(other.url)).find(({ about }) => about === 'server')).toMatchObject({ outcome: 'bad' })
  await using ssh = await listening(createServer((socket) => void socket.resume().end('SSH-2.0-x\r\n')))
  expect(findingsText(await reach(ssh.url))).toMatch(
    /BAD +server +what answers there does not speak HTTP\n +→ .*SSH port/,
  )
})

test('nobody there, no such name and no TLS are told apart', async () => {
  const gone = await listening(createServer())
  await gone[Symbol.asyncDispose]()
  expect((await reach(gone.url)).at(-1)).toMatchObject({ about: 'TCP', outcome: 'bad' })
  expect(await reach('http://nowhere.invalid')).toMatchObject([{ about: 'name', outcome: 'bad' }])
  await using plain = await listening(standIn(info))
  const secure = await reach(plain.url.replace('http:', 'https:'))
  expect(secure.at(-1)).toMatchObject({ about: 'TLS', outcome: 'bad' })
})

test('a proxy that refuses is told', async () => {
  const proxy = createHttpServer()
  proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  await using listens = await listening(proxy)
  const options = { server: 'https://server.invalid', proxy: listens.url, version: '1', now: () => 0 }
  expect((await reachServer(options)).at(-1)).toMatchObject({
    about: 'proxy',
    advice: expect.stringContaining('password'),
  })
})

test('a folder or key that others can read is bad, a machine without them is not', async () => {
  await using undo = new AsyncDisposableStack()
  const folder = undo.adopt(await mkdtemp(join(tmpdir(), 'sshore-doctor-')), (path) => rm(path, { recursive: true }))
  const uid = process.getuid?.() ?? 0
  const state = join(folder, 'state')
  expect(isHealthy(await examineDevice(state, uid))).toBe(true)
  await mkdir(state, { mode: 0o700 })
  await writeFile(join(state, 'device.key'), 'x', { mode: 0o600 })
  expect(isHealthy(await examineDevice(state, uid))).toBe(true)
  await chmod(join(state, 'device.key'), 0o644)
  expect((await examineDevice(state, uid)).filter(({ outcome }) => outcome === 'bad')).toMatchObject([{ about: 'key' }])
  await chmod(state, 0o755)
  expect((await examineDevice(state, uid))[0]).toMatchObject({
    outcome: 'bad',
    advice: expect.stringContaining('chmod 700'),
  })
})
