import { describe, expect, it, vi } from 'vitest'
import { clientTimeouts, hostDownMilliseconds } from '../../../docs-search/src/site-constants.ts'
import { ask } from './ask.ts'
import { createSearchClient } from './client.ts'
import { createEmbeddedRequester, type Requester } from './embedded.ts'
import { createHostsCache } from './hosts-cache.ts'

const question = { query: 'agent', indexName: 'sshore', facetFilters: ['language:en'], width: 1280 }
const answer = { results: [{ hits: [], nbHits: 0, nbPages: 0, page: 0, queryID: 'x' }] }
const never: Requester = { send: () => Promise.reject(new Error('not asked')) }

describe('the client', () => {
  it('answers in the browser, with the query cut to its limit', async () => {
    const bodies: string[] = []
    const embedded: Requester = {
      send: async ({ data }) => {
        bodies.push(String(data))
        return { status: 200, content: JSON.stringify(answer), isTimedOut: false }
      },
    }
    const settings = { mode: 'embedded', indexName: 'sshore', remembers: true } as const
    const client = createSearchClient(settings, { now: () => 0, embedded })
    await ask(client, { ...question, query: 'x'.repeat(100) })
    const [{ query, hitsPerPage }] = (
      JSON.parse(bodies[0] ?? '') as { requests: { query: string; hitsPerPage: number }[] }
    ).requests as [{ query: string; hitsPerPage: number }]
    expect([query.length, hitsPerPage]).toEqual([64, 20])
  })

  it.each([
    [{ appId: '', apiKey: 'key' }, '`appId` is missing.'],
    [{ appId: 'docs', apiKey: '' }, '`apiKey` is missing.'],
  ])('says what is missing of %j', (credentials, message) => {
    const settings = { mode: 'hosted', indexName: 'sshore', remembers: true, ...credentials } as const
    expect(() => createSearchClient(settings, { now: () => 0, embedded: never })).toThrow(message)
  })

  it('asks a hosted provider at the addresses made from the application id', () => {
    const settings = { mode: 'hosted', indexName: 'sshore', remembers: true, appId: 'ABC', apiKey: 'key' } as const
    const { transporter } = createSearchClient(settings, { now: () => 0, embedded: never })
    expect(transporter.hosts.map(({ url }) => url)).toContain('ABC-dsn.algolia.net')
    expect(transporter.timeouts).toEqual({
      connect: clientTimeouts.connectMilliseconds,
      read: clientTimeouts.readMilliseconds,
      write: clientTimeouts.writeMilliseconds,
    })
  })

  it('asks a service at its hosts, in their order', () => {
    const hosts = ['https://one.example.com', 'http://two.example.com:8090']
    const settings = { mode: 'service', hosts, indexName: 'sshore', remembers: true, appId: 'a', apiKey: 'b' } as const
    const { transporter } = createSearchClient(settings, { now: () => 0, embedded: never })
    expect(transporter.hosts).toEqual([
      { url: 'one.example.com', accept: 'readWrite', protocol: 'https' },
      { url: 'two.example.com', accept: 'readWrite', protocol: 'http', port: 8090 },
    ])
  })
})

describe('what is known of hosts', () => {
  it('is forgotten after two minutes, and found whatever else stands in the key', async () => {
    let now = 0
    const cache = createHostsCache(() => now)
    const host = { url: 'one.example.com', accept: 'readWrite', protocol: 'https' }
    const fallback = vi.fn<() => Promise<string>>(async () => 'fresh')
    await cache.set({ ...host, status: 'down', lastUpdate: 1 }, 'down')
    expect(await cache.get(host, fallback)).toBe('down')
    now = hostDownMilliseconds - 1
    expect(await cache.get(host, fallback)).toBe('down')
    now = hostDownMilliseconds
    expect(await cache.get(host, fallback)).toBe('fresh')
    await cache.clear()
    expect(fallback).toHaveBeenCalledTimes(1)
  })
})

describe('the requester in the browser', () => {
  it('opens the index of the version that is asked for, once, and again after a failure', async () => {
    const opened: string[] = []
    let failing = true
    const requester = createEmbeddedRequester({
      indexName: 'sshore',
      openEngine: async (tag) => {
        opened.push(tag)
        if (failing) throw new Error('no network')
        return { queries: () => ({ results: [] }), recommendations: () => ({ results: [] }) }
      },
    })
    const request = {
      url: 'https://embedded/1/indexes/*/queries',
      data: '{"facetFilters":["docusaurus_tag:docs-default-0.1"]}',
    }
    expect(await requester.send(request)).toEqual({ status: 0, content: 'Network request failed', isTimedOut: false })
    failing = false
    expect(await requester.send(request)).toMatchObject({ status: 200 })
    expect(await requester.send(request)).toMatchObject({ status: 200 })
    expect(opened).toEqual(['docs-default-0.1', 'docs-default-0.1'])
  })
})
