import { createServer } from 'node:http'
import { once } from 'node:events'
import { editions } from '@sshore/contract'
import { expect, it } from 'vitest'
import { jsonOf, startTestInstance } from '../test-instance.ts'

/** Says who it is, and has no containers. */
async function engine(): Promise<number> {
  const http = createServer((request, reply) => {
    const path = request.url ?? ''
    if (path.startsWith('/events')) reply.flushHeaders()
    else reply.end(path.startsWith('/info') ? '{"Name":"box","Containers":0}' : '[]')
  })
  http.listen(0, '127.0.0.1').unref()
  await once(http, 'listening')
  const address = http.address()
  return typeof address === 'object' && address ? address.port : 0
}

it('adds, lists, shows, edits and removes connectors', async () => {
  await using server = await startTestInstance({
    SSHORE_EDITION: editions[1],
    SSHORE_CONNECTOR_ALLOW_PRIVATE: 'true',
    SSHORE_CONNECTOR_SOCKETS: '/run/none.sock',
  })
  await server.signUp('ada')
  const on = (words: string) => server.beside(`connector ${words} --json`)
  const port = await engine()
  const made = await jsonOf(on(`add ada tcp://127.0.0.1:${port}`))
  expect(made).toMatchObject({ address: '127.0.0.1', port, secure: false, status: { state: 'connected' } })
  expect(await jsonOf(on('add ada unix:///run/none.sock'))).toMatchObject({ status: { state: 'failed' } })
  const shown = await server.beside('connector list ada')
  expect(shown.stdout).toMatch(/^ID +ENGINE +TLS +STATE\n/)
  expect(shown.stdout).toMatch(/unix:\/\/\/run\/none\.sock +no +failed: The engine at .* no such socket\.\n/)
  expect(await jsonOf(on(`show ada 127.0.0.1:${port}`))).toMatchObject({ info: { Name: 'box' } })
  expect((await server.beside('connector show ada 127.0.0.1')).stdout).toMatch(/Name: +box/)
  expect(await jsonOf(on('edit ada 127.0.0.1 --active off'))).toMatchObject({ enable: false, status: { state: 'off' } })
  expect(await on('remove ada unix:///run/none.sock --yes')).toMatchObject({ code: 0 })
  expect(await jsonOf(on('list ada'))).toHaveLength(1)
})

it('says what was wrong', async () => {
  await using server = await startTestInstance({ SSHORE_EDITION: editions[1] })
  await server.signUp('ada')
  const on = (words: string) => server.beside(`connector ${words} --json`)
  expect(await on('add ada 127.0.0.1:2375')).toMatchObject({ code: 2 })
  expect(await on('add ada 8.8.8.8:99999')).toMatchObject({ code: 2 })
  expect(await on('add ada unix:///var/run/docker.sock')).toMatchObject({ code: 2 })
  const missing = await server.beside('connector add ada 8.8.8.8 --cert-path /nowhere')
  expect(missing).toMatchObject({ code: 2 })
  expect(missing.stderr).toContain('/nowhere/ca.pem')
  expect(await on('edit ada nothing')).toMatchObject({ code: 2 })
  expect(await on('remove ada nothing --yes')).toMatchObject({ code: 3 })
})
