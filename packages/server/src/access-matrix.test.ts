import type { Transport } from '@sshore/client'
import { endpoints, editions, type Endpoint } from '@sshore/contract'
import { expect, test } from 'vitest'
import { manifestsOf } from './editions.ts'
import { createApp } from './http/app.ts'
import type { Implementation } from './http/implement.ts'
import { injected } from './http/injected.ts'
import { createWorkGate } from './http/work-gate.ts'
import type { Services } from './services.ts'
import { accessViolations } from './test-access.ts'
import { credentialsOf, signUpCast } from './test-credentials.ts'
import { secondServices } from './test-device.ts'
import { startTestServer } from './test-server.ts'

const everything = manifestsOf(editions[2])

/** A server like any other, but for what `change` does to what answers. */
async function plantedTransport(
  services: Services,
  change: (implementation: Implementation) => Implementation,
): Promise<Transport & AsyncDisposable> {
  for (const manifest of everything) manifest.hooks?.(services)
  const implementations = everything.flatMap((manifest) => manifest.implementations).map(change)
  const app = await createApp(services, createWorkGate(), endpoints, implementations)
  const transport = injected(app)
  return Object.assign(transport, { [Symbol.asyncDispose]: async () => app.close() })
}

/** Some 4,000 calls. */
const timeout = 300_000

test('every endpoint lets in those whom the contract names, and nobody else', { timeout }, async () => {
  await using stack = await startTestServer()
  const cast = await signUpCast(stack)
  await using services = await secondServices(stack)
  const credentials = await credentialsOf(stack, services, cast)
  expect(await accessViolations(stack.server.transport, endpoints, credentials)).toEqual([])
})

test('the matrix sees a permission that is missing, and a door that stands open', { timeout }, async () => {
  await using stack = await startTestServer()
  const cast = await signUpCast(stack)
  await using services = await secondServices(stack)
  const credentials = await credentialsOf(stack, services, cast)
  const holes: Readonly<Record<string, Endpoint['access']>> = {
    removeDevice: { kind: 'member', apiKey: true },
    listUsers: { kind: 'public' },
  }
  await using planted = await plantedTransport(services, (implementation) => {
    const access = holes[implementation.endpoint.id]
    return access ? { ...implementation, endpoint: { ...implementation.endpoint, access } } : implementation
  })
  const some = endpoints.filter(({ feature }) => feature === 'devices' || feature === 'users')
  const violations = await accessViolations(planted, some, credentials)
  const removal = 'DELETE /api/devices/{uid}'
  expect(violations).toEqual(
    expect.arrayContaining([
      `${removal} as observer: 404 device_not_found, not forbidden`,
      `${removal} as operator: 404 device_not_found, not forbidden`,
      'GET /internal/users as nobody: 200 undefined, not unauthenticated',
    ]),
  )
  const elsewhere = violations.filter(
    (violation) => !/^(DELETE \/api\/devices\/\{uid\}|GET \/internal\/users) /.test(violation),
  )
  expect(elsewhere).toEqual([])
})
