import { describe, expect, it } from 'vitest'
import { baselineOf } from './baseline.ts'
import { declarationsIn, noDeclarations } from './declared.ts'
import { breakingChanges } from './operations.ts'
import { fieldsOf, type Json } from './resolve.ts'

const properties = {
  name: { type: 'string', minLength: 3, maxLength: 20 },
  state: { type: 'string', enum: ['on', 'off'] },
  size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
  tags: { type: 'array', items: { type: 'string' } },
}
const parameter = (schema: Json, more = {}): Json => ({ name: 'page', in: 'query', required: false, schema, ...more })

/** A document with one call that takes and answers things. */
function documentWith({ request = {}, reply = {}, operation = {}, thing = {} }: Record<string, object>) {
  const things = {
    type: 'object',
    required: ['name', 'state'],
    properties,
  }
  const content = (changes: object) => ({ 'application/json': { schema: { ...things, ...changes } } })
  return fieldsOf(
    JSON.parse(
      JSON.stringify({
        paths: {
          '/things': {
            post: {
              operationId: 'createThing',
              security: [{ userToken: [] }, { apiKey: [] }],
              'x-lowest-role': 'operator',
              parameters: [parameter({ $ref: '#/components/schemas/Page' })],
              requestBody: { required: true, content: content(request) },
              responses: { '200': { headers: { 'X-Total-Count': {} }, content: content(reply) }, '400': {} },
              ...operation,
            },
          },
        },
        components: { schemas: { Page: { type: 'integer', minimum: 1, maximum: 100, ...thing } } },
      }),
    ) as Json,
  )
}

const { name: _, ...unnamed } = properties

const before = documentWith({})
const changesOf = (changes: Parameters<typeof documentWith>[0]) => breakingChanges(before, documentWith(changes))

describe('what breaks a client', () => {
  it.each([
    ['another name of the call', { operation: { operationId: 'x' } }, 'operationId createThing → x'],
    [
      'a credential that is not taken any more',
      { operation: { security: [{ userToken: [] }] } },
      'apiKey is not taken',
    ],
    ['a role that was not needed', { operation: { 'x-lowest-role': 'owner' } }, 'lowest role operator → owner'],
    ['a parameter that is gone', { operation: { parameters: [] } }, 'parameter page is gone'],
    [
      'a parameter that has to be given',
      { operation: { parameters: [parameter({ type: 'integer', minimum: 1, maximum: 100 }, { required: true })] } },
      'parameter page is required',
    ],
    ['a limit behind a reference', { thing: { maximum: 50 } }, 'parameter page: maximum 100 → 50'],
    ['a reply that is gone', { operation: { responses: { '204': {} } } }, 'reply 200 is gone'],
    ['a header that is gone', { operation: { responses: { '200': {} } } }, 'reply header X-Total-Count is gone'],
    ['a field that is not taken', { request: { properties: unnamed } }, 'request.name is gone'],
    ['a field that has to be sent', { request: { required: ['name', 'state', 'size'] } }, 'request.size is required'],
    [
      'a shorter text',
      { request: { properties: { ...properties, name: { type: 'string', minLength: 3, maxLength: 10 } } } },
      'request.name: maxLength 20 → 10',
    ],
    [
      'a word that is not taken',
      { request: { properties: { ...properties, state: { type: 'string', enum: ['on'] } } } },
      'request.state: without the word "off"',
    ],
    [
      'a kind of item that is not taken',
      { request: { properties: { ...properties, tags: { type: 'array', items: { type: 'integer' } } } } },
      'request.tags[]: type string → integer',
    ],
    [
      'an alternative that is not taken',
      { request: { properties: { ...properties, size: { type: 'integer' } } } },
      'request.size: 1 of 2 alternatives changed or gone',
    ],
    ['a field that is not answered', { reply: { properties: unnamed } }, 'reply.name is gone'],
    ['a field that may be missing', { reply: { required: ['name'] } }, 'reply.state may be missing'],
    [
      'a reply of another type',
      { reply: { properties: { ...properties, name: { type: 'integer' } } } },
      'reply.name: type string → integer',
    ],
    [
      'a word that is not answered any more',
      { reply: { properties: { ...properties, state: { type: 'string', enum: ['on'] } } } },
      'reply.state: without the word "off"',
    ],
    [
      'an alternative in a reply',
      { reply: { properties: { ...properties, name: { anyOf: [{ type: 'string' }, { type: 'null' }] } } } },
      'reply.name: 1 of 2 alternatives new or changed',
    ],
  ])('%s', (_title, changes, expected) => {
    expect(changesOf(changes).join('\n')).toContain(`POST /things: ${expected}`)
  })

  it('a path that is gone', () => {
    expect(breakingChanges(before, { paths: {} })).toEqual(['POST /things: is gone'])
  })
})

describe('what breaks none', () => {
  it.each([
    ['nothing', {}],
    ['a wider limit', { thing: { maximum: 1000 } }],
    ['a field that may be sent', { request: { properties: { ...properties, colour: { type: 'string' } } } }],
    ['a field that need not be sent', { request: { required: [] } }],
    ['a field more in a reply', { reply: { properties: { ...properties, colour: { type: 'string' } } } }],
    ['another summary', { operation: { summary: 'Makes a thing' } }],
  ])('%s', (_title, changes) => {
    expect(changesOf(changes)).toEqual([])
  })
})

it('compares with a baseline as with the document that it was made of', () => {
  const baseline = fieldsOf(JSON.parse(baselineOf(JSON.stringify(before))) as Json)
  expect(breakingChanges(baseline, before)).toEqual([])
  const gone = 'POST /things: request.name is gone'
  expect(breakingChanges(baseline, documentWith({ request: { properties: unnamed } }))).toContain(gone)
})

it('keeps a field that is called like a word of OpenAPI', () => {
  const called = { properties: { description: { type: 'string', description: 'Text' }, responses: { type: 'string' } } }
  const baseline = baselineOf(JSON.stringify(documentWith({ request: called })))
  expect(JSON.parse(baseline)).toMatchObject({
    paths: {
      '/things': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: { properties: { description: { type: 'string' }, responses: { type: 'string' } } },
              },
            },
          },
        },
      },
    },
  })
  expect(baseline).not.toContain('"Text"')
})

it('takes a declaration with a sentence, over two lines too, and no other', () => {
  const page = `${noDeclarations}- \`GET /a: is gone\`: It was never\n  answered.\n- \`GET /b: is gone\`\n- Something else.\n`
  expect(declarationsIn(page)).toEqual({
    changes: new Set(['GET /a: is gone']),
    faults: ['- `GET /b: is gone`', '- Something else.'],
  })
  expect(declarationsIn(noDeclarations)).toEqual({ changes: new Set(), faults: [] })
})
