import { load } from 'cheerio'
import { describe, expect, it } from 'vitest'
import { brokenReferences } from './broken-references.ts'
import { routeDifferences } from './route-differences.ts'

const site = (html: string) => ({
  pages: [
    { file: 'index.html', path: '/', $: load(html) },
    { file: 'a/b/index.html', path: '/a/b', $: load('<h2 id="there">x</h2>') },
    { file: 'tagging devices/index.html', path: '/tagging%20devices', $: load('') },
  ],
  baseUrl: '/',
  exists: (path: string) => path === 'img/x.png',
  elsewhere: (path: string) => path.startsWith('pt-BR/'),
})

describe('references of built pages', () => {
  it.each([
    '<a href="/a/b#there">',
    '<a href="a/b">',
    '<a href="/tagging devices">',
    '<a href="/a/b.html">',
    '<img src="/img/x.png">',
    '<a href="https://example.com/nowhere">',
    '<a href="mailto:x@example.com">',
    '<a href="/pt-BR/whatever">',
    '<a href="#">',
  ])('may be %s', (html) => {
    expect(brokenReferences(site(html))).toEqual([])
  })

  it.each([
    ['<a href="/nowhere">', 'index.html: "/nowhere" leads nowhere.'],
    ['<a href="/a/b#gone">', 'index.html: "/a/b#gone" names an anchor that is not there.'],
    ['<img src="/img/gone.png">', 'index.html: "/img/gone.png" leads nowhere.'],
  ])('may not be %s', (html, problem) => {
    expect(brokenReferences(site(html))).toEqual([problem])
  })
})

describe('addresses of a build', () => {
  const wanted = ['/', '/a', '/b c']
  it('are those that are wanted, and the same or fewer below a frozen version', () => {
    expect(routeDifferences(['/', '/a', '/b%20c', '/404.html', '/0.1/', '/0.1/a'], wanted, '/')).toEqual([])
    expect(routeDifferences(['/docs/', '/docs/a', '/docs/b%20c'], wanted, '/docs/')).toEqual([])
  })

  it('are told when one is missing or too many', () => {
    expect(routeDifferences(['/', '/a', '/d', '/0.1/e'], wanted, '/')).toEqual([
      'No page answers at /b c, which the specification names.',
      'A page answers at /d, which the specification does not name.',
      'A page answers at /0.1/e, which the specification does not name.',
    ])
  })
})
