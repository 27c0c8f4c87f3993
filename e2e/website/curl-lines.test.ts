// Each curl line of the pages of the API, given to a shell: as it stands there, and once more about something that exists.
import type { EndpointId } from '@sshore/contract'
import { acceptedDevice, requestOf, samples, startPaidServer, unique, type World } from '@sshore/server/test-calls'
import { run } from '@sshore/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { about, type CurlLine, curlLines, documentedCalls } from './curl-lines.ts'

/** Calls that a reader cannot simply make either, and why; they have to be refused in a way that the page lists. */
const refusedByNature: Partial<Record<EndpointId, string>> = {
  setup: 'takes the signature that the first start printed, once',
  refreshBrowserSession: 'is for pages of the console, which send a header and a cookie',
  endBrowserSession: 'as refreshBrowserSession',
  leaveNamespace: 'the owner may not; nobody else is signed in here',
  deleteOwnAccount: 'whoever owns a namespace may not',
  signForDevice: 'wants a login that is under way',
  receiveSamlAssertion: 'wants what an identity provider has signed',
  redeemSamlTicket: 'wants a ticket of a sign-in that is under way',
  linkSamlIdentity: 'as redeemSamlTicket',
  receiveBillingEvent: 'wants what the payment provider has signed',
  // Things that come before or after each other in one namespace: one of the two lines of each is answered otherwise.
  createCustomer: 'works once, and the first line has',
  createSubscription: 'as createCustomer',
  getCustomer: 'wants a customer, whom this namespace becomes later',
  getSupportIdentifier: 'wants a subscription, as getCustomer',
}

const lines = await curlLines('cloud')

interface Place extends World {
  readonly url: string
  /** Of the owner, who also administers the server. */
  readonly key: string
}

let standing: Place | undefined
const endOfPlace = async (): Promise<void> => standing?.stack[Symbol.asyncDispose]()
afterAll(endOfPlace)

async function newPlace(): Promise<Place> {
  await endOfPlace()
  const stack = await startPaidServer()
  const { port } = await stack.server.listen('127.0.0.1', 0)
  const ana = await stack.signUp('ana')
  const { id: key } = (await ana.client.createApiKey({ body: { name: 'curl', expires_at: 30, role: 'owner' } })).body
  await stack.internal.setAdministrator({ params: { username: 'ana' }, body: { administrator: true } })
  standing = { stack, ana, url: `http://127.0.0.1:${port}`, key }
  return standing
}

/** With what somebody needs who is still signed in; signs in again where a call has ended that. */
async function signedIn(place: Place): Promise<Place> {
  const { client, tenantId } = place.ana
  const good = await client.getNamespace({ params: { tenant: tenantId } }).catch(() => undefined)
  if (good) return place
  const again = { ...place, ana: { ...place.ana, ...(await place.stack.signIn('ana')) } }
  await again.ana.client.getNamespace({ params: { tenant: tenantId } })
  standing = again
  return again
}

/** One server for many calls; some of them end the namespace, or the account. */
async function prepared<Value>(prepare: (place: Place) => Promise<Value>): Promise<[Place, Value]> {
  if (standing) {
    try {
      const place = await signedIn(standing)
      return [place, await prepare(place)]
    } catch {
      // It has served.
    }
  }
  const place = await newPlace()
  return [place, await prepare(place)]
}

interface Said {
  readonly status: number
  /** Of the error; empty where there is none. */
  readonly code: string
}

/** The line itself is not touched: what curl prints, and how long it waits for a stream, is said around it. */
const script = (line: string): string =>
  `curl() { command curl -sS --max-time 3 -w '\\n%{http_code}' "$@"; }\n${line}\n`

async function said({ stack, ana, url, key }: Place, { endpoint }: CurlLine, line: string): Promise<Said> {
  const isDevice = endpoint.access.kind === 'device'
  const token = isDevice ? (await acceptedDevice(stack, ana, { hostname: unique('curl') })).token : ana.token
  const environment = { PATH: process.env['PATH'], SSHORE: url, SSHORE_KEY: key, SSHORE_TOKEN: token }
  const { stdout, stderr } = await run('/bin/bash', ['-uc', script(line)], { environment })
  const [, text = '', status = ''] = /^([\s\S]*)\n(\d{3})$/.exec(stdout) ?? []
  expect(Number(status), `${line}\n${stdout}\n${stderr}`).toBeGreaterThan(0)
  return { status: Number(status), code: /"code":"([a-z_]+)"/.exec(text)?.[1] ?? '' }
}

/** What is said of a line that the server did not understand, rather than refused. */
const misunderstood = ['not_found', 'method_not_allowed', 'malformed_json', 'unsupported_media_type', 'unauthenticated']

describe('the page of the API', () => {
  it('has a line for each call of its document', async () => {
    expect(lines.length).toBeGreaterThan(200)
    expect(new Set(lines.map(({ id }) => id))).toEqual(new Set(await documentedCalls('cloud')))
  })

  it('has the same lines for what the smallest edition has', async () => {
    const small = await curlLines('community')
    expect(new Set(small.map(({ id }) => id))).toEqual(new Set(await documentedCalls('community')))
    const whole = new Map(lines.map(({ id, line }) => [id, line]))
    expect(small.filter(({ id, line }) => whole.get(id) !== line)).toEqual([])
  })

  it.each(lines)('has a line that works for $id', async (each) => {
    const [place] = await prepared(() => Promise.resolve())
    const asShown = await said(place, each, each.line)
    expect(misunderstood).not.toContain(asShown.code)
    expect(each.statuses, asShown.code).toContain(asShown.status)

    const [prepare, sample] = await prepared((world) => samples[each.id](world))
    const { path, body } = requestOf(each.endpoint, sample)
    const line = about(each.line, path, body)
    const answer = await said(prepare, each, line)
    if (refusedByNature[each.id] === undefined) {
      expect([answer.status, answer.code], line).toEqual([each.endpoint.success.status, ''])
    } else {
      expect(misunderstood).not.toContain(answer.code)
      expect(each.statuses, `${line} ${answer.code}`).toContain(answer.status)
    }
  })

  it('would be seen to show a line that does not work', async () => {
    const [place] = await prepared(() => Promise.resolve())
    const [each] = lines
    if (!each) throw new Error('There are lines.')
    expect(misunderstood).toContain((await said(place, each, 'curl "$SSHORE/api/planted"')).code)
    expect(misunderstood).toContain((await said(place, each, 'curl -X POST "$SSHORE/api/stats"')).code)
    expect(misunderstood).toContain((await said(place, each, `curl -d '{' "$SSHORE/api/login"`)).code)
  })
})
