// The server's side of the contract for the gateway's own tests: a transport over tables in memory. The end-to-end
// tests use the real server.
import { type Client, createClient, type WireReply } from '@sshore/client'
import {
  type Bus,
  type BusTopic,
  type BusTopics,
  type DeviceUid,
  everyForwarding,
  type ReachableDevice,
  type TenantId,
} from '@sshore/contract'

export const testTenant = '6f0ee1a0-8c4f-4b9e-9d0c-5a9b1f6d7c11' as TenantId
export const testUid = 'a'.repeat(64) as DeviceUid

export interface TestServer {
  readonly client: Client
  readonly bus: Bus
  /** Answers by path; a function sees the body. Change them at will. */
  readonly answers: Map<string, object>
  /** Every call: path and body. */
  readonly calls: { readonly path: string; readonly body: unknown }[]
  callsTo(path: RegExp): unknown[]
}

export const testDevice: ReachableDevice = {
  uid: testUid,
  tenant_id: testTenant,
  name: 'pi',
  namespace: 'home',
  announcement: '',
  forwarding: everyForwarding,
  recording: 'off',
  require_mfa: false,
}

function createTestBus(): Bus {
  const listeners = new Map<BusTopic, Set<(message: never) => void>>()
  return {
    publish: (topic, message) => {
      for (const listener of listeners.get(topic) ?? []) listener(message as never)
    },
    subscribe: <T extends BusTopic>(topic: T, listener: (message: BusTopics[T]) => void) => {
      const known = listeners.get(topic) ?? new Set()
      known.add(listener)
      listeners.set(topic, known)
      return () => known.delete(listener)
    },
  }
}

/** What a rule answers to be a 401. */
export const unauthenticated = Symbol('unauthenticated')

/** A test says what such a rule takes by the path it is set for. */
type Rule = (body: unknown) => unknown
const isRule = (answer: object | undefined): answer is Rule => typeof answer === 'function'

const reply = (status: number, body: unknown): WireReply => ({
  status,
  header: () => undefined,
  text: body === undefined ? '' : JSON.stringify(body),
})

/** Everything succeeds until a test says otherwise. */
export function createTestServer(): TestServer {
  const calls: TestServer['calls'] = []
  const answers = new Map<string, object>([
    ['/internal/connections/resolve', { outcome: 'found', device: testDevice }],
    ['/internal/public-keys/evaluate', { outcome: 'unknown_key' }],
  ])
  const client = createClient((request) => {
    const body: unknown = request.body === undefined ? undefined : JSON.parse(request.body)
    calls.push({ path: request.path, body })
    const answer = answers.get(request.path)
    const result: unknown = isRule(answer) ? answer(body) : answer
    if (result instanceof Error) return Promise.resolve(reply(500, { code: 'internal', message: result.message }))
    if (result === unauthenticated) return Promise.resolve(reply(401, { code: 'unauthenticated', message: 'no' }))
    return Promise.resolve(reply(200, result))
  })
  const callsTo = (path: RegExp): unknown[] => calls.filter((call) => path.test(call.path)).map((call) => call.body)
  return { client, bus: createTestBus(), answers, calls, callsTo }
}
