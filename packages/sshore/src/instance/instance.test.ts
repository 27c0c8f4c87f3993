import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { run } from '../test-program.ts'
import { startInstance } from './instance.ts'

async function askToUpgrade(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const headers = ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Authorization: Bearer not-a-token']
  socket.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  return socket
}

test('a connection that asks for an upgrade and is reset harms nobody', async () => {
  await using undo = new AsyncDisposableStack()
  const folder = undo.adopt(await mkdtemp(join(tmpdir(), 'sshore-test-')), (path) => rm(path, { recursive: true }))
  const config = readConfig({ SSHORE_DATA_DIR: folder, SSHORE_DRAIN_SECONDS: '0' }, { httpPort: '0', sshPort: '0' })
  const instance = undo.use(
    await startInstance({ config: { ...config, consoleDir: undefined }, version: '1', log: pino({ level: 'silent' }) }),
  )
  // An error nobody listens to would reach the process, where vitest fails the run.
  for (const path of ['/nowhere', '/agent/link']) {
    for (const milliseconds of [0, 0, 1, 1, 3, 10]) {
      const socket = await askToUpgrade(instance.httpPort, path)
      await pause(milliseconds)
      socket.resetAndDestroy()
    }
  }
  const refused = await askToUpgrade(instance.httpPort, '/nowhere')
  const [answer] = await once(refused, 'data')
  expect(String(answer)).toContain('404')
  await once(refused, 'close')
  expect((await fetch(`http://127.0.0.1:${instance.httpPort}/healthcheck`)).status).toBe(200)
})

test('a running server is found on its real port, whatever the settings say', async () => {
  await using undo = new AsyncDisposableStack()
  const folder = undo.adopt(await mkdtemp(join(tmpdir(), 'sshore-test-')), (path) => rm(path, { recursive: true }))
  const environment = { SSHORE_DATA_DIR: folder, SSHORE_DRAIN_SECONDS: '0' }
  expect(await run('info', environment)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('No server runs on'),
  })
  const config = readConfig(environment, { httpPort: '0', sshPort: '0' })
  const { httpPort, sshPort } = undo.use(
    await startInstance({ config: { ...config, consoleDir: undefined }, version: '1', log: pino({ level: 'silent' }) }),
  )
  expect((await run('setup', environment)).stdout).toContain(`http://127.0.0.1:${httpPort}/setup?sign=`)
  const info = await run('info --json', environment)
  expect(JSON.parse(info.stdout)).toMatchObject({
    endpoints: { api: `127.0.0.1:${httpPort}`, ssh: `127.0.0.1:${sshPort}` },
  })
})

test('a taken SSH port is told in one sentence that names variable and flag, and not logged as a fault', async () => {
  await using undo = new AsyncDisposableStack()
  const folder = undo.adopt(await mkdtemp(join(tmpdir(), 'sshore-test-')), (path) => rm(path, { recursive: true }))
  const other = undo.adopt(createServer().listen(0, '127.0.0.1'), (server) => void server.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const config = readConfig({ SSHORE_DATA_DIR: folder }, { httpPort: '0', sshPort: String(port) })
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  await expect(startInstance({ config: { ...config, consoleDir: undefined }, version: '1', log })).rejects.toThrow(
    /is taken .* SSHORE_SSH_PORT or --ssh-port\.$/,
  )
  expect(logged).toEqual([])
})
