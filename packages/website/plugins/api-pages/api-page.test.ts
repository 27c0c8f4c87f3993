import { describe, expect, it } from 'vitest'
import { apiPage } from './api-page.ts'
import { groupHtml } from './call-html.ts'
import type { OpenApi } from './openapi.ts'
import { curlOf } from './operation.ts'
import { rowsOf } from './schema-rows.ts'

const document: OpenApi = {
  info: { title: 'Test', version: '1' },
  tags: [{ name: 'things' }],
  paths: {
    '/things/{id}': {
      put: {
        operationId: 'updateThing',
        summary: 'Change a thing; {only} <what> is named',
        tags: ['things'],
        security: [{ userToken: [] }, { apiKey: [] }],
        'x-permission': 'thing:update',
        'x-lowest-role': 'operator',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 }],
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Thing' }, example: { name: "it's" } },
          },
        },
        responses: {
          '200': {
            description: 'The thing',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          '404': { description: 'None', content: { 'application/json': { examples: { gone: {} } } } },
        },
      },
    },
    '/other/{id}': { put: { operationId: 'updateThing2', summary: 'Change a thing', tags: ['things'], responses: {} } },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 9, description: 'What it is called' },
          parent: { $ref: '#/components/schemas/Thing' },
          kind: { anyOf: [{ const: 'a' }, { type: ['integer', 'null'] }] },
          list: { type: 'array', items: { type: 'object', properties: { deep: { type: 'boolean', default: false } } } },
        },
      },
    },
    examples: { gone: { value: { message: 'It is gone.', code: 'gone' } } },
  },
}
const sources = {
  documents: [
    ['small', { ...document, paths: {} }],
    ['large', document],
  ],
} as const

describe('a page of the API', () => {
  const page = apiPage(sources, 'large')
  const parts = JSON.parse(page.parts) as Record<string, string>
  const refusals = parts['common-errors'] ?? ''
  const call = parts['things'] ?? ''
  const entities = parts['entities'] ?? ''

  it('has a heading for each group, and below it one with an anchor for each call, once', () => {
    expect(page.headings).toContain('## Things {/* #things */}\n\n<ApiPart edition="large" part="things" />')
    expect(call).toContain('<h3 class="anchor" id="update-thing">Change a thing<a href="#update-thing"')
    expect(call.match(/<h3/g)).toHaveLength(1)
  })

  it('tells editions, access and further addresses of a call', () => {
    expect(call).toContain('⟦editions⟧ <b>large</b>')
    expect(call).toContain('⟦permission⟧ <code>thing:update</code>')
    expect(call).toContain('⟦calledWith⟧ <b>user token or API key</b>')
    expect(call).toContain('⟦role⟧ <b>operator</b>')
    expect(call).toContain('⟦also⟧ <code>/other/{id}</code>')
  })

  it('escapes what the document says', () => {
    expect(call).toContain('&lt;what&gt;')
    expect(call).not.toContain('<what>')
  })

  it('tells what more than half of the calls may answer once', () => {
    expect(refusals).toContain('<b>404</b> <code>gone</code></dt><dd>It is gone.</dd>')
    expect(call).not.toContain('It is gone.')
  })

  it('tells the fields of an entity once, however many calls answer it', () => {
    expect(call).toContain('<a href="#entity-thing">Thing</a>')
    expect(entities.match(/<dt>/g)).toHaveLength(5)
    expect(entities).toContain('<h3 class="anchor" id="entity-thing">Thing')
  })

  it('fails for an edition that does not exist', () => {
    expect(() => apiPage(sources, 'other')).toThrow(/no OpenAPI document of other/)
  })
})

it('names the calls of a group before them, unless there is one alone', () => {
  const one = { id: 'a', title: 'A <b>', html: '' }
  expect(groupHtml([])).toBe('')
  expect(groupHtml([one])).not.toContain('api-names')
  expect(groupHtml([one, { ...one, id: 'b' }])).toContain('<li><a href="#b">A &lt;b&gt;</a></li>')
})

it('makes a curl line that a shell reads back', () => {
  const operation = document.paths['/things/{id}']!['put']!
  expect(curlOf('put', '/things/{id}', operation)).toBe(
    String.raw`curl -X PUT \
  -H "X-API-KEY: $SSHORE_KEY" \
  -H 'Content-Type: application/json' -d '{"name":"it'\''s"}' \
  "$SSHORE/things/7"`,
  )
})

it('sends a form where the call takes one', () => {
  const content = { 'application/x-www-form-urlencoded': { example: { a: "it's", b: '' } } }
  expect(curlOf('post', '/form', { operationId: 'form', summary: '', responses: {}, requestBody: { content } })).toBe(
    String.raw`curl -X POST \
  --data-urlencode 'a=it'\''s' --data-urlencode 'b=' \
  "$SSHORE/form"`,
  )
})

it('shows the fields of a schema, and those that repeat themselves once', () => {
  const rows = rowsOf({ $ref: '#/components/schemas/Thing' }, document)
  expect(rows.map(({ name, type, required }) => [name, type, required])).toEqual([
    ['name', 'string', true],
    ['parent', 'object', false],
    ['kind', 'a or integer or null', false],
    ['list', 'list of object', false],
    ['list[].deep', 'boolean', false],
  ])
  expect(rows[0]?.says).toBe('1 to 9 characters. What it is called')
  expect(() => rowsOf({ $ref: '#/components/schemas/Missing' }, document)).toThrow(/not in the document/)
})
