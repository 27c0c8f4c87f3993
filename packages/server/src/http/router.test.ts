import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, editions } from '@sshore/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createServices } from '../services.ts'
import { testServiceToken } from '../test-server.ts'
import { createApp } from './app.ts'
import { implement, type Implementation } from './implement.ts'
import { createWorkGate } from './work-gate.ts'

/** The edge over these implementations alone. */
async function edge(...implementations: Implementation[]) {
  await using undo = new AsyncDisposableStack()
  const dataDir = undo.adopt(await mkdtemp(join(tmpdir(), 'sshore-edge-')), (path) => rm(path, { recursive: true }))
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const services = undo.use(
    await createServices({
      dataDir,
      edition: editions[0],
      version: '1',
      serviceToken: testServiceToken,
      sshEndpointPort: () => 22,
      trustedProxies: [],
      log,
    }),
  )
  const endpoints = [contract.getInfo, contract.listUsers]
  const app = undo.adopt(await createApp(services, createWorkGate(), endpoints, implementations), (made) =>
    made.close(),
  )
  const resources = undo.move()
  return { app, lines, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const info = {
  version: '1',
  endpoints: { ssh: 'a:22', api: 'a' },
  setup: true,
  authentication: { local: true, saml: false },
  registration: 'closed' as const,
  features: [],
}

test('an endpoint that nothing answers is told to be absent, to anybody', async () => {
  await using stack = await edge()
  for (const url of ['/info', '/api/info', '/internal/users']) {
    const reply = await stack.app.inject({ url })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ code: 'feature_absent' })
  }
})

test('a reply holds what the contract declares and nothing else', async () => {
  const chatty = { ...info, password_hash: '$argon2id$', authentication: { ...info.authentication, secret: 'x' } }
  await using stack = await edge(implement(contract.getInfo, () => chatty))
  const reply = await stack.app.inject({ url: '/info' })
  expect(reply.json()).toEqual(info)
})

test('a fault of ours is logged with the request id and reveals nothing', async () => {
  await using stack = await edge(
    implement(contract.getInfo, () => {
      throw new Error('no such table: secrets')
    }),
  )
  const reply = await stack.app.inject({ url: '/info?agent_version=private' })
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({ message: 'Internal Server Error', code: 'internal' })
  const id = String(reply.headers['x-request-id'])
  const [fault, request] = stack.lines.filter((line) => line.includes(id)).map((line): unknown => JSON.parse(line))
  expect(fault).toMatchObject({ level: 50, err: { message: 'no such table: secrets' } })
  expect(request).toMatchObject({ msg: 'request', route: '/info', status: 500 })
  // Query strings carry signatures; they are not logged.
  expect(JSON.stringify(request)).not.toContain('private')
})

test('a reply that breaks the contract is a fault of ours', async () => {
  const broken = { ...info, endpoints: undefined } as unknown as typeof info
  await using stack = await edge(implement(contract.getInfo, () => broken))
  expect((await stack.app.inject({ url: '/info' })).statusCode).toBe(500)
})
