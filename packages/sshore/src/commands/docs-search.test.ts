import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { indexFileFormat } from '@sshore/docs-search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../test-program.ts'

const held = new AsyncDisposableStack()
let command: string

beforeAll(async () => {
  const path = held.adopt(await mkdtemp(join(tmpdir(), 'sshore-test-')), (folder) => rm(folder, { recursive: true }))
  const index = { format: indexFileFormat, language: 'en', tag: 'docs-default-current', pages: [] }
  await mkdir(join(path, 'search-index'))
  await writeFile(join(path, 'search-index/docs-default-current.json'), JSON.stringify(index))
  command = `docs-search ${path} --application docs --key search-only`
})
afterAll(() => held.disposeAsync())

it('says which option to change when it cannot listen', async () => {
  const other = held.adopt(createServer().listen(0, '127.0.0.1'), (server) => void server.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await run(`${command} --port ${port}`)).toMatchObject({
    code: 4,
    stderr: `error: Port ${port} on 127.0.0.1 is taken by another program. Choose another one with --port.\n`,
  })
  // Addresses for documentation, which no machine has (RFC 5737).
  expect((await run(`${command} --port 0 --host 192.0.2.1`)).stderr).toContain('no address 192.0.2.1')
})

it.each(['65536', '-1', 'http'])('refuses the port %s', async (port) => {
  const ran = await run(`${command} --port=${port}`)
  expect(ran.code).toBe(2)
  expect(ran.stderr).toContain(`--port: got "${port}", expected a TCP port from 1 to 65535`)
})
