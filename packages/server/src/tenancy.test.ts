// What belongs to one namespace does not exist for another.
import { contract, type Endpoint, type EndpointId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { requestOf } from './test-request.ts'
import { samples } from './test-samples.ts'
import { startTestServer, testServiceToken } from './test-server.ts'

const ids = Object.keys(contract) as EndpointId[]
const named = (id: EndpointId): Endpoint => contract[id]

/** Those that name something in their path, and that a person calls. */
const idTaking = ids.filter((id) => {
  const { access, params } = named(id)
  return params !== undefined && (access.kind === 'member' || access.kind === 'user')
})

/** After these the caller is somebody else, so they come last. */
const last: readonly EndpointId[] = ['updateUser', 'updateUserPassword', 'logout', 'deleteNamespace']
const inOrder = [...ids.filter((id) => !last.includes(id)), ...last]

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('what belongs to a namespace answers the owner of another one with 404', async () => {
  await using stack = await startTestServer()
  const world = { stack, ana: await stack.signUp('ana') }
  const bob = await stack.signUp('bob')
  expect(idTaking.length).toBeGreaterThan(15)
  for (const id of idTaking) {
    const request = requestOf(named(id), await samples[id](world), bearer(bob.token))
    expect([id, (await stack.server.transport(request)).status]).toEqual([id, 404])
  }
})

test('the same input works for those to whom it belongs', async () => {
  await using stack = await startTestServer()
  const world = { stack, ana: await stack.signUp('ana') }
  const expected: Partial<Record<EndpointId, number>> = {
    // ana owns the namespace, and the server's own signature is another.
    leaveNamespace: 403,
    setup: 403,
    getSamlUrl: 501,
    // ana is no device.
    signForDevice: 401,
  }
  for (const id of inOrder) {
    const e = named(id)
    const token = e.access.kind === 'internal' ? testServiceToken : (await stack.signIn('ana')).token
    const headers = e.access.kind === 'public' ? {} : bearer(token)
    const reply = await stack.server.transport(requestOf(e, await samples[id](world), headers))
    expect([id, reply.status], reply.text).toEqual([id, expected[id] ?? e.success.status])
  }
})
