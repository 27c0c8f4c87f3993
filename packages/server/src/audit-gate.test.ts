// Every call that changes something is written down, once it has worked. Which calls there are is read from the contract.
import type { Transport } from '@sshore/client'
import { contract, type Endpoint, type EndpointId, endpoints } from '@sshore/contract'
import { expect, test } from 'vitest'
import { manifestsOf } from './editions.ts'
import { createApp } from './http/app.ts'
import { injected } from './http/injected.ts'
import { createWorkGate } from './http/work-gate.ts'
import { acceptedDevice, secondServices } from './test-device.ts'
import { startPaidServer } from './test-paid-server.ts'
import { requestOf } from './test-request.ts'
import { type Sample, samples } from './test-samples.ts'
import { startTestServer, type TestServer, testServiceToken } from './test-server.ts'
import { waiting, type World } from './test-world.ts'

/** Calls that are no GET and are not written down, and why. */
const exempt: Partial<Record<EndpointId, string>> = {
  leaveNamespace: 'the owner of the sample may not; member.leave is tested with members',
  deleteOwnAccount: 'the owner of the sample may not; tested in features/account-removal',
  resendConfirmation: 'answered by a job, which writes down what was mailed',
  recoverPassword: 'as resendConfirmation',
  setup: 'the sample has a wrong signature; server.setup is tested in features/audit',
  beginBrowserSession: 'the login before it is written down',
  refreshBrowserSession: 'comes every ten minutes; the login at its beginning is written down',
  endBrowserSession: 'logging out, which comes with it, is written down',
  startPairing: 'nothing is in any namespace yet; what is written down is the acceptance',
  signForDevice: 'a question: nothing is changed',
  evaluatePublicKey: 'a question',
  evaluateCertificate: 'a question',
  authenticateDevice: 'a question',
  resolveAddress: 'a question; device.connection-refused tells of refusals',
  reportPresence: 'comes by the second; presence is told as events',
  markDeviceOffline: 'as reportPresence',
  updateSession: 'the course of a session is in the session',
  keepSessions: 'comes by the second',
  redeemSamlTicket: 'the sample is of nobody; signing in is tested in features/saml',
  linkSamlIdentity: 'as redeemSamlTicket',
  createRecordFrame: 'as appendRecording',
  openRecording: 'what is recorded of a session is in its recording; who plays or removes it is written down',
  appendRecording: 'comes by the second',
  finishRecording: 'as openRecording',
  evaluateBilling: 'a question',
  receiveBillingEvent: 'has to be signed; subscription.update is tested in features/billing',
  checkTerminalUser: 'a question',
  createTerminalTicket: 'a ticket is good for nothing until a session is opened with it, which is written down',
  redeemTerminalTicket: 'as createTerminalTicket',
  visitTunnel: 'comes by the request; the gateway has an access log, and refusals by the firewall are written down',
  redeemTunnelCode: 'as enterTunnel, which is written down',
  offerSecurityKey: 'nothing is registered yet; addSecurityKey is written down',
  challengeSecurityKey: 'a question; the login that it is part of is written down',
  findSecondFactor: 'a question',
}

const ids = Object.keys(contract) as EndpointId[]
const named = (id: EndpointId): Endpoint => contract[id]
const mutating = ids.filter((id) => named(id).method !== 'GET' && exempt[id] === undefined)
/** After these the caller is somebody else, so they come last. */
const last: readonly EndpointId[] = ['updateUser', 'updateUserPassword', 'logout', 'deleteNamespace']
const inOrder = [...mutating.filter((id) => !last.includes(id)), ...last]

/** A code that nobody has accepted; the ordinary sample is of one that was. */
async function unpaired(world: World): Promise<Sample> {
  const { code } = (await world.stack.anonymous.startPairing({ body: waiting(world) })).body
  return { params: { code } }
}

/** A sentence for each call that failed, or worked without being written down. */
async function unwritten(stack: TestServer, transport: Transport, called: readonly EndpointId[]): Promise<string[]> {
  const world = { stack, ana: await stack.signUp('ana') }
  await using open = await stack.openDatabase()
  const count = async () =>
    (
      await open.database
        .selectFrom('audit_entries')
        .select((all) => all.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
    ).total
  const found: string[] = []
  for (const id of called) {
    const e = named(id)
    const sample = id === 'acceptPairing' ? await unpaired(world) : await samples[id](world)
    const device = e.access.kind === 'device' ? (await acceptedDevice(stack, world.ana)).token : ''
    const users = last.includes(id) ? (await stack.signIn('ana')).token : world.ana.token
    const token = e.access.kind === 'internal' || e.access.kind === 'administrator' ? testServiceToken : device || users
    const headers = e.access.kind === 'public' ? {} : { authorization: `Bearer ${token}` }
    const before = await count()
    const reply = await transport(requestOf(e, sample, headers))
    if (reply.status !== e.success.status) found.push(`${id} answered ${reply.status} ${reply.text}`)
    else if ((await count()) === before) found.push(`${id} is not written down`)
  }
  return found
}

test('every call that changes something is written down', async () => {
  await using stack = await startPaidServer()
  expect(inOrder.length).toBeGreaterThan(50)
  expect(await unwritten(stack, stack.server.transport, inOrder)).toEqual([])
}, 60_000)

test('exemptions are for calls that there are', () => {
  for (const [id, reason] of Object.entries(exempt)) expect([id in contract, reason.length > 9]).toEqual([true, true])
})

test('a call that forgets to tell what it did is found', async () => {
  await using stack = await startTestServer()
  await using services = await secondServices(stack)
  const [edition] = [stack.options.edition]
  const implementations = manifestsOf(edition).flatMap((manifest) => manifest.implementations)
  for (const manifest of manifestsOf(edition)) manifest.hooks?.(services)
  const planted = implementations.map((implementation) =>
    implementation.endpoint.id === 'renameDevice'
      ? { ...implementation, answer: async () => undefined }
      : implementation,
  )
  const app = await createApp(services, createWorkGate(), endpoints, planted)
  const called: EndpointId[] = ['updateDevice', 'renameDevice', 'removeDevice']
  expect(await unwritten(stack, injected(app), called)).toEqual(['renameDevice is not written down'])
  await app.close()
})
