// The judge of the generated requests proves itself: it lets a good reply pass and stops each fault that is planted.
import { expect, test } from 'vitest'
import type { Operation } from './document.ts'
import { createJudge, type GivenReply } from './replies.ts'

const thing = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 3 } } }

const operation: Operation = {
  operationId: 'createThing',
  method: 'POST',
  path: '/things',
  requestBody: { content: { 'application/json': { schema: thing } } },
  responses: {
    '200': {
      headers: { 'X-Total-Count': { schema: { type: 'string', pattern: '^[0-9]+$' } } },
      content: { 'application/json': { schema: thing } },
    },
    '204': {},
    '501': { content: { 'application/json': { schema: {} } } },
    '503': { content: { 'application/json': { schema: {} } } },
  },
}

const json = { 'content-type': 'application/json' }
interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}
const good: Told = { status: 200, headers: { ...json, 'x-total-count': '1' }, text: '{"name":"pump"}' }

function faultsOf(changes: Partial<Told>, sent: { readonly name?: string } = { name: 'pump' }): string[] {
  const { status, headers, text } = { ...good, ...changes }
  const request = { operation, method: 'POST', path: '/things', headers: json, json: sent, spoilt: false }
  const reply: GivenReply = { status, headers: new Headers(headers), text }
  return createJudge().faultsOf(request, reply)
}

test('lets a reply pass that is as described', () => {
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ status: 501, headers: json, text: '{}' })).toEqual([])
})

test.each([
  ['a failure of the server', { status: 503, headers: json, text: '{}' }, 'status 503'],
  ['a status that nobody declared', { status: 418 }, 'status 418 is not declared'],
  ['another media type', { headers: { ...good.headers, 'content-type': 'text/html' } }, 'is text/html'],
  ['a missing header', { headers: json }, 'lacks the header X-Total-Count'],
  ['a header of another form', { headers: { ...json, 'x-total-count': 'many' } }, 'header X-Total-Count'],
  ['half a JSON text', { text: '{"name"' }, 'is no JSON'],
  ['a missing field', { text: '{}' }, "must have required property 'name'"],
  ['a field past its limits', { text: '{"name":"a"}' }, 'must NOT have fewer than 3 characters'],
  ['a body where there is none', { status: 204, headers: {} }, 'has a body although none is declared'],
])('stops %s', (_, changes, expected) => {
  expect(faultsOf(changes).join('\n')).toContain(expected)
})

test('stops a server that takes what its description does not allow', () => {
  expect(faultsOf({}, {}).join('\n')).toContain('takes a body that the document does not allow')
})
