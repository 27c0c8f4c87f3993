// Requests made from the published document, right and wrong ones, to a real server: no 5xx, and no reply that breaks its promise.
import { editions } from '@sshore/contract'
import { createStack, longTests, type Stack } from '@sshore/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Actor, createActors } from './actors.ts'
import { type Operation, operationsOf } from './document.ts'
import { createPool, type Pool } from './pool.ts'
import { createJudge, type GivenReply } from './replies.ts'
import { type Draw, type GeneratedRequest, requestOf } from './requests.ts'

const seconds = longTests ? 600 : 15
const replySeconds = 60
const faultsShown = 20

async function send(stack: Stack, { headers: credential }: Actor, request: GeneratedRequest): Promise<GivenReply> {
  const { method, path, headers, body } = request
  const reply = await fetch(stack.url + path, {
    method,
    headers: { ...headers, ...credential },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(replySeconds * 1000),
  })
  const endless = reply.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (endless) await reply.body?.cancel()
  return { status: reply.status, headers: reply.headers, text: endless ? '' : await reply.text() }
}

/** Whoever has signed out, changed the password or deleted the namespace leaves the stage to others. */
async function isStillThere({ url }: Stack, { headers }: Actor): Promise<boolean> {
  const reply = await fetch(`${url}/api/stats`, { headers, signal: AbortSignal.timeout(replySeconds * 1000) })
  await reply.body?.cancel()
  return reply.ok
}

interface Tally {
  requests: number
  readonly faults: Map<string, string>
  readonly statuses: Map<number, number>
  /** Operations that have been called, and those that have done what was asked. */
  readonly called: Set<string>
  readonly served: Set<string>
}

const drawOf = (seed: number): Draw => fc.sample(fc.gen(), { numRuns: 1, seed })[0] as Draw

/** The owner most of the time. */
const chosen = (draw: Draw, actors: readonly Actor[]): Actor | undefined =>
  actors[draw(fc.nat, { max: 99 }) < 75 ? 0 : draw(fc.nat, { max: actors.length - 1 })]

async function explore(stack: Stack, operations: readonly Operation[], first: number): Promise<Tally> {
  const pool: Pool = createPool()
  const judge = createJudge()
  const tally: Tally = { requests: 0, faults: new Map(), statuses: new Map(), called: new Set(), served: new Set() }
  let actors = await createActors(stack, pool)
  const end = performance.now() + seconds * 1000
  for (let seed = first; performance.now() < end && tally.faults.size < faultsShown; seed += 1) {
    const draw = drawOf(seed)
    const actor = chosen(draw, actors) ?? actors[0]
    const request = requestOf(draw, pool, operations)
    const { operationId } = request.operation
    const sent = `seed ${seed}, ${actor.name}: ${request.method} ${request.path} ${request.body ?? ''}`.slice(0, 600)
    tally.requests += 1
    tally.called.add(operationId)
    const reply = await send(stack, actor, request).catch((error: unknown) => {
      tally.faults.set(`${operationId}: no reply: ${String(error)}`, sent)
    })
    if (!reply) continue
    tally.statuses.set(reply.status, (tally.statuses.get(reply.status) ?? 0) + 1)
    for (const fault of judge.faultsOf(request, reply)) tally.faults.set(`${operationId}: ${fault}`, sent)
    if (reply.status < 300) {
      tally.served.add(operationId)
      if (reply.headers.get('content-type')?.startsWith('application/json')) pool.remember(JSON.parse(reply.text))
    }
    if (actor === actors[0] && reply.status < 300 && request.method !== 'GET' && !(await isStillThere(stack, actor))) {
      actors = await createActors(stack, pool)
    }
  }
  return tally
}

test('no generated request makes the server fail, or break its own description', { timeout: 900_000 }, async () => {
  const operations = await operationsOf(editions[0])
  await using stack = await createStack()
  const first = longTests ? Math.floor(Math.random() * 2 ** 30) : 1
  const { requests, faults, statuses, called, served } = await explore(stack, operations, first)
  const shown = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  const counts = `${called.size} of ${operations.length} operations called, ${served.size} served`
  process.stdout.write(`\n${requests} generated requests from seed ${first}; ${counts}; ${shown.join(', ')}\n`)
  expect(Object.fromEntries(faults)).toEqual({})
})
