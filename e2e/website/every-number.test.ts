// Every number of the specification that concerns the site has its name, its value, and a test that speaks of it.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteConstants } from '@sshore/docs-search'
import { repositoryRoot } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { numbersUsed } from './number-uses.ts'

/** Section 9, "Site search" and what follows it. */
const ofTheSpecification: Readonly<Record<keyof typeof siteConstants, unknown>> = {
  hitsPerPage: 20,
  recentSearches: { withoutFavorites: 7, withFavorites: 4 },
  favoriteSearchesMost: 10,
  queryCharsMost: 64,
  snippetWords: { wide: 10, narrow: 5, narrowAtMostPixels: 768 },
  hitsPerGroup: 5,
  stallMilliseconds: 300,
  suggestionsMost: 3,
  clientTimeouts: { connectMilliseconds: 1000, readMilliseconds: 2000, writeMilliseconds: 30_000 },
  hostDownMilliseconds: 120_000,
  progressBarMilliseconds: 200,
  imageZoom: { startMilliseconds: 1000, closeAtScrollPixels: 40 },
  mobileAtMostPixels: 996,
  socialCardType: 'summary_large_image',
}

/** The site writes nothing to a search host, so that no browser ever waits for this one: the client's own test holds it. */
const notInABrowser = new Set(['clientTimeouts.writeMilliseconds'])

const namesOf = (name: string, value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value).map((key) => `${name}.${key}`) : [name]
const names = Object.entries(siteConstants).flatMap(([name, value]) => namesOf(name, value))

function textsOf(pattern: string): string[] {
  const files = globSync(pattern, { cwd: repositoryRoot }).filter((file) => !file.endsWith('every-number.test.ts'))
  return files.map((file) => readFileSync(join(repositoryRoot, file), 'utf8'))
}

const usedIn = (pattern: string): string[] => textsOf(pattern).flatMap((text) => [...numbersUsed(text)])

describe('the numbers of the site', () => {
  it('are those of the specification', () => {
    expect({ ...siteConstants }).toEqual(ofTheSpecification)
  })

  const inABrowser = usedIn('e2e/website/*.test.ts')

  it.each(names.filter((name) => !notInABrowser.has(name)))('has a test in a browser: %s', (name) => {
    expect(inABrowser).toContain(name)
  })

  it.each([...notInABrowser])('has a test of the client: %s', (name) => {
    expect(names).toContain(name)
    expect(usedIn('packages/website/src/search/client.test.ts')).toContain(name)
  })
})

describe('a number is used', () => {
  const bound = `
    import { siteConstants, hitsPerGroup as most } from '@sshore/docs-search'
    const { imageZoom, hitsPerPage } = siteConstants`

  it('where the body of a test reads it, under any name', () => {
    const body = `it.each([1])('is so', async () => {
      await wait(imageZoom.startMilliseconds)
      expect([most, siteConstants.queryCharsMost]).toEqual({ most: hitsPerPage })
    })`
    expect([...numbersUsed(`${bound}; describe('all', () => { ${body} })`)]).toEqual(
      expect.arrayContaining(['imageZoom.startMilliseconds', 'hitsPerGroup', 'queryCharsMost', 'hitsPerPage']),
    )
  })

  it.each([
    ['a comment', "it('is so', () => { /* hitsPerPage */ })"],
    ['a title', 'it(`is ${hitsPerPage}`, () => {})'],
    ['text', "it('is so', () => { find('hitsPerPage') })"],
    ['the name of a field', "it('is so', () => { expect(answer.hitsPerPage).toEqual({ hitsPerPage: 20 }) })"],
    ['what stands beside the tests', "hitsPerPage; it('is so', () => {})"],
  ])('but not in %s', (_, rest) => {
    expect([...numbersUsed(`${bound}; ${rest}`)]).not.toContain('hitsPerPage')
  })
})

describe('the choices of a build', () => {
  const chosen = textsOf('packages/website/site/*settings.ts')
    .join('\n')
    .matchAll(/SSHORE_DOCS_[A-Z_]+/g)
  const variables = [...new Set([...chosen].map(([name]) => name))]

  it.each(variables)('has a test: %s', (name) => {
    expect(textsOf('packages/website/site/*.test.ts').join('\n')).toContain(name)
  })

  it('are all of them', () => {
    expect(variables.length).toBeGreaterThan(8)
  })
})
