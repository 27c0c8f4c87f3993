// What belongs to one namespace does not exist for another.
import { contract, type Endpoint, type EndpointId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { sampleToNowhere } from './test-nowhere.ts'
import { startPaidServer } from './test-paid-server.ts'
import { requestOf } from './test-request.ts'
import { samples } from './test-samples.ts'
import { startTestServer, testServiceToken } from './test-server.ts'

const ids = Object.keys(contract) as EndpointId[]
const named = (id: EndpointId): Endpoint => contract[id]

/** After these the caller is somebody else, so they come last. */
const last: readonly EndpointId[] = ['updateUser', 'updateUserPassword', 'logout', 'deleteNamespace']
/** Others switch it on, and then nobody signs in by password alone. */
const settling: EndpointId = 'disableMfa'
const inOrder = [...ids.filter((id) => !last.includes(id) && id !== settling), settling, ...last]

/** They name what they make. */
const making: ReadonlySet<EndpointId> = new Set(['createNamespace', 'createApiKey'])

/** Whoever shows the signature of an invitation has been told of it, and is told that it is for another account. */
const signed: ReadonlySet<EndpointId> = new Set(['acceptInvite', 'declineInvite'])

/** What is chosen has to be accepted, and a key is added to one's own account; whatever else it is, the input is wrong. */
const wrongAlike: ReadonlySet<EndpointId> = new Set(['chooseDevices', 'addSecurityKey'])

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Fresh servers and things for each call take their time on a busy machine. */
const timeout = 300_000

test('what belongs to a namespace is to the owner of another one as what does not exist', { timeout }, async () => {
  await using stack = await startTestServer()
  const world = { stack, ana: await stack.signUp('ana') }
  const bob = await stack.signUp('bob')
  const told: [id: string, status: number][] = []
  for (const id of ids) {
    const e = named(id)
    if ((e.access.kind !== 'member' && e.access.kind !== 'user') || making.has(id) || signed.has(id)) continue
    const sample = await samples[id](world)
    const [foreign, absent] = [sample, sampleToNowhere(e, sample)].map((each) => requestOf(e, each, bearer(bob.token)))
    // It names nothing.
    if (!foreign || !absent || JSON.stringify(foreign) === JSON.stringify(absent)) continue
    const [seen, expected] = [await stack.server.transport(foreign), await stack.server.transport(absent)]
    expect([id, seen.status, seen.text]).toEqual([id, expected.status, expected.text])
    if (!wrongAlike.has(id)) told.push([id, seen.status])
  }
  expect(told.length).toBeGreaterThan(25)
  expect(told.filter(([, status]) => status !== 404)).toEqual([])
})

test('the same input works for those to whom it belongs', { timeout }, async () => {
  await using stack = await startPaidServer()
  const world = { stack, ana: await stack.signUp('ana') }
  const expected: Partial<Record<EndpointId, number>> = {
    // ana owns the namespace, and the server's own signature is another.
    leaveNamespace: 403,
    setup: 403,
    // ana owns a namespace.
    deleteOwnAccount: 403,
    // Nobody has such a ticket.
    redeemSamlTicket: 401,
    linkSamlIdentity: 401,
    // Nothing is paid when it is asked.
    getSupportIdentifier: 402,
    // Nobody signed it.
    receiveBillingEvent: 400,
    // ana is no device.
    signForDevice: 401,
  }
  let { token } = await stack.signIn('ana')
  for (const id of inOrder) {
    const e = named(id)
    if (last.includes(id)) token = (await stack.signIn('ana')).token
    const beside = e.access.kind === 'internal' || e.access.kind === 'administrator'
    const headers = e.access.kind === 'public' ? {} : bearer(beside ? testServiceToken : token)
    const reply = await stack.server.transport(requestOf(e, await samples[id](world), headers))
    expect([id, reply.status], reply.text).toEqual([id, expected[id] ?? e.success.status])
  }
})
