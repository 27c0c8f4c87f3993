import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IndexFile, indexFileFormat } from '@sshore/docs-search'
import { describe, expect, it } from 'vitest'
import { createDocsSearchService } from './docs-search-service.ts'
import { readIndexFiles } from './index-files.ts'

const file: IndexFile = {
  format: indexFileFormat,
  language: 'en',
  tag: 'docs-default-current',
  pages: [
    {
      url: '/user-guides/devices/adding',
      title: 'Adding devices',
      keywords: '',
      sections: [{ anchor: '', level: 1, title: 'Adding devices', blocks: ['Start the agent on the device.'] }],
    },
  ],
}
const options = { files: [file], indexName: 'sshore', applicationId: 'docs', apiKey: 'search-only', allowedOrigin: '*' }
const credentials = 'x-algolia-application-id=docs&x-algolia-api-key=search-only'
const queries = `/1/indexes/*/queries?${credentials}`
const body = JSON.stringify({ requests: [{ indexName: 'sshore', query: 'agent' }] })
const asText = { 'content-type': 'text/plain' }

describe('the search service', () => {
  it('answers the call that the site makes, JSON as text with the credentials in the address', async () => {
    await using service = createDocsSearchService(options)
    const reply = await service.inject({ method: 'POST', url: queries, body, headers: asText })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(reply.json()).toMatchObject({ results: [{ nbHits: 1, hits: [{ url: '/user-guides/devices/adding' }] }] })
  })

  it('recommends', async () => {
    await using service = createDocsSearchService(options)
    const reply = await service.inject({
      method: 'POST',
      url: `/1/indexes/*/recommendations?${credentials}`,
      body: JSON.stringify({ requests: [{ indexName: 'sshore', objectID: '/user-guides/devices/adding' }] }),
      headers: asText,
    })
    expect(reply.json()).toEqual({ results: [{ hits: [] }] })
  })

  it.each([
    ['POST', '/1/indexes/*/queries', body, 403, 'Invalid Application-ID or API key'],
    ['POST', queries.replace('search-only', 'wrong'), body, 403, 'Invalid Application-ID or API key'],
    ['POST', queries, '{', 400, 'The body is not JSON'],
    ['POST', queries, '{}', 400, 'The body holds a list "requests"'],
    ['POST', queries, body.replace('sshore', 'other'), 404, 'Index other does not exist'],
    ['POST', queries, JSON.stringify('x'.repeat(70_000)), 413, 'Request body is too large'],
    ['GET', `/elsewhere`, undefined, 404, 'Path not found'],
  ] as const)('refuses %s %s with what is wrong: %#', async (method, url, sent, status, message) => {
    await using service = createDocsSearchService(options)
    const reply = await service.inject({ method, url, ...(sent ? { body: sent, headers: asText } : {}) })
    expect(reply.json()).toEqual({ message, status })
    expect(reply.statusCode).toBe(status)
  })
})

describe('the indexes of a built site', () => {
  it('are found for every language and version', async () => {
    const site = await mkdtemp(join(tmpdir(), 'sshore-docs-'))
    try {
      await expect(readIndexFiles(site)).rejects.toThrow(/no search index/)
      await mkdir(join(site, 'pt-BR/search-index'), { recursive: true })
      await mkdir(join(site, 'search-index'))
      await writeFile(join(site, 'search-index/docs-default-current.json'), JSON.stringify(file))
      await writeFile(join(site, 'pt-BR/search-index/docs-default-current.json'), JSON.stringify(file))
      expect(await readIndexFiles(site)).toHaveLength(2)
      await writeFile(join(site, 'search-index/broken.json'), '{}')
      await expect(readIndexFiles(site)).rejects.toThrow(/broken\.json cannot be read/)
    } finally {
      await rm(site, { recursive: true })
    }
  })
})
