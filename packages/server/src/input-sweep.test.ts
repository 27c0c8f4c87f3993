// Wrong input, field by field: it is never our fault, and the answer names the field.
import { contract, type Endpoint, type EndpointId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { acceptedDevice } from './test-device.ts'
import { requestOf } from './test-request.ts'
import { type Sample, samples } from './test-samples.ts'
import type { World } from './test-world.ts'
import { startTestServer, testServiceToken } from './test-server.ts'

const ids = Object.keys(contract) as EndpointId[]
const named = (id: EndpointId): Endpoint => contract[id]

const missing = Symbol('missing')
const deep: unknown = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)

/** What a field may be replaced by; at least all but one of them are of a wrong type for any field. */
const replacements: readonly (readonly [name: string, value: unknown])[] = [
  ['missing', missing],
  ['null', null],
  ['a number', 12.5],
  ['a huge number', 1e308],
  ['a boolean', true],
  ['an empty text', ''],
  ['a text of 20,000 characters', 'x'.repeat(20_000)],
  ['control characters', '\u0000\u001b[2J\r\n\u009b'],
  ['half a surrogate pair', '\ud800'],
  ['an empty array', []],
  ['an array of arrays', deep],
  ['an empty object', {}],
  ['an object with a prototype', JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}')],
]

type Path = readonly string[]
type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Paths of the fields of an object, those inside its objects too. */
const fieldsOf = (value: Fields, prefix: Path = []): Path[] =>
  Object.entries(value).flatMap(([name, inner]) => {
    const path = [...prefix, name]
    return isObject(inner) ? [path, ...fieldsOf(inner, path)] : [path]
  })

function replaced(value: Fields, [name = '', ...rest]: Path, by: unknown): Fields {
  const inner = value[name]
  if (rest.length > 0) return { ...value, [name]: isObject(inner) ? replaced(inner, rest, by) : by }
  if (by !== missing) return { ...value, [name]: by }
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}

interface Case {
  readonly title: string
  readonly field: string
  readonly sample: Sample
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function casesOf(e: Endpoint, sample: Sample): Case[] {
  const cases: Case[] = []
  for (const [name, value] of replacements) {
    for (const path of fieldsOf(sample.body ?? {})) {
      const field = path.join('.')
      const title = `${e.id} with ${name} as ${field}`
      cases.push({ title, field, sample: { ...sample, body: replaced(sample.body ?? {}, path, value) } })
    }
    if (value === missing) continue
    for (const part of ['params', 'query'] as const) {
      for (const field of Object.keys(sample[part] ?? {})) {
        const title = `${e.id} with ${name} as ${field}`
        cases.push({ title, field, sample: { ...sample, [part]: { ...sample[part], [field]: text(value) } } })
      }
    }
  }
  return cases
}

/** A failure may name the field, one inside it, or the object that it is part of. */
const isAbout = (field: string, names: readonly string[]): boolean =>
  names.some((name) => name === field || name.startsWith(`${field}.`) || field.startsWith(`${name}.`))

function namesIn(reply: string): string[] {
  const body: unknown = JSON.parse(reply)
  if (Array.isArray(body)) return body.map(String)
  return isObject(body) && Array.isArray(body['fields']) ? body['fields'].map(String) : []
}

async function headersFor(e: Endpoint, { stack, ana }: World): Promise<Readonly<Record<string, string>>> {
  if (e.access.kind === 'public') return {}
  if (e.access.kind === 'device') return { authorization: `Bearer ${(await acceptedDevice(stack, ana)).token}` }
  const token = e.access.kind === 'internal' ? testServiceToken : (await stack.signIn('ana')).token
  return { authorization: `Bearer ${token}` }
}

test.each(ids.filter((id) => 'body' in contract[id] || 'query' in contract[id] || 'params' in contract[id]))(
  '%s survives wrong input and names the field',
  async (id) => {
    await using stack = await startTestServer()
    const world = { stack, ana: await stack.signUp('ana') }
    const e = named(id)
    const headers = await headersFor(e, world)
    let refused = 0
    for (const { title, field, sample } of casesOf(e, await samples[id](world))) {
      const reply = await stack.server.transport(requestOf(e, sample, headers))
      expect(reply.status, `${title}: ${reply.text}`).toBeLessThan(500)
      if (reply.status !== 400) continue
      refused += 1
      expect(isAbout(field, namesIn(reply.text)), `${title}: ${reply.text}`).toBe(true)
    }
    expect(refused).toBeGreaterThan(0)
  },
)

test.each(ids.filter((id) => 'body' in contract[id]))('%s refuses a body that is no object', async (id) => {
  await using stack = await startTestServer()
  const world = { stack, ana: await stack.signUp('ana') }
  const e = named(id)
  const headers = await headersFor(e, world)
  const sample = await samples[id](world)
  for (const body of [[], 'text', 1, true, deep]) {
    const reply = await stack.server.transport(requestOf(e, sample, headers, body))
    expect([reply.status, namesIn(reply.text).length > 0], `${id}: ${reply.text}`).toEqual([400, true])
  }
  for (const broken of ['{', '{"a":1,}', '\u0000', '{"a":1}{"b":2}']) {
    const request = { ...requestOf(e, sample, headers), body: broken }
    const reply = await stack.server.transport(request)
    const refusal = e.unprocessableBody ? [422, { code: 'unprocessable_body' }] : [400, { code: 'malformed_json' }]
    expect([reply.status, JSON.parse(reply.text)]).toMatchObject(refusal)
  }
})
