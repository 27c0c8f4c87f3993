// The contract beside the specification's own list of calls: what is promised, what is declared, what is answered.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Edition, editions, type Endpoint, endpoints } from '@sshore/contract'
import { expect, test } from 'vitest'
import { manifestsOf } from './editions.ts'

interface Call {
  readonly edition: string
  readonly method: string
  readonly path: string
}

async function specifiedCalls(): Promise<Call[]> {
  const text = await readFile(join(import.meta.dirname, 'specification-calls.txt'), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [edition = '', method = '', path = ''] = line.split(' ')
    return { edition, method, path }
  })
}

const keyOf = (method: string, path: string): string => `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`

/** One operation for each path that an endpoint is served under. */
const operationsOf = (listed: readonly Endpoint[]): string[] =>
  listed.flatMap((e) => [e.path, ...(e.aliases ?? [])].map((path) => keyOf(e.method, path)))

const servedBy = (edition: Edition): ReadonlySet<string> =>
  new Set(operationsOf(manifestsOf(edition).flatMap(({ implementations }) => implementations.map((i) => i.endpoint))))

/** `accept` is one of the words of the status call. */
const serves = (operations: ReadonlySet<string>, { method, path }: Call): boolean =>
  operations.has(keyOf(method, path)) || operations.has(keyOf(method, path.replace(/\/accept$/, '/{status}')))

const [smallest] = editions

test('every call that the specification gives the smallest edition is served', async () => {
  const calls = await specifiedCalls()
  const operations = servedBy(smallest)
  const missing = calls.filter((call) => call.edition === smallest && !serves(operations, call))
  expect(missing).toEqual([])
})

test('every operation of the contract is served where its feature is', () => {
  for (const edition of editions) {
    const served = servedBy(edition)
    const present = new Set<string>(manifestsOf(edition).map(({ id }) => id))
    const declared = operationsOf(endpoints.filter(({ feature }) => present.has(feature)))
    expect(declared.filter((operation) => !served.has(operation))).toEqual([])
  }
})

test('the list of the specification names each call once, and editions that there are', async () => {
  const calls = await specifiedCalls()
  const keys = calls.map(({ method, path }) => `${method} ${path}`)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  expect([...new Set(calls.map(({ edition }) => edition))].toSorted()).toEqual([...editions].toSorted())
})

test('a call that nothing serves is seen', () => {
  const call = { edition: smallest, method: 'GET', path: '/api/devices/{uid}/planted' }
  expect(serves(servedBy(smallest), call)).toBe(false)
})

test('the numbers', async () => {
  const calls = await specifiedCalls()
  const all = operationsOf(endpoints)
  const percent = (part: number, whole: number): string => `${part} (${Math.floor((100 * part) / whole)} %)`
  const lines = editions.map((edition, rank) => {
    const operations = servedBy(edition)
    const served = all.filter((operation) => operations.has(operation)).length
    const promised = calls.filter((call) => editions.findIndex((each) => each === call.edition) <= rank)
    const kept = promised.filter((call) => serves(operations, call)).length
    const ofContract = `contract operations: ${all.length}, served: ${percent(served, all.length)}`
    return `${edition}: ${ofContract}; calls of the specification: ${promised.length}, served: ${percent(kept, promised.length)}`
  })
  process.stdout.write(`\n${lines.join('\n')}\n`)
  // The smallest edition keeps all of its promises; the largest serves all that the contract has.
  expect(lines[0]).toMatch(/\(100 %\)$/)
  expect(lines.at(-1)).toMatch(/served: \d+ \(100 %\);/)
})
