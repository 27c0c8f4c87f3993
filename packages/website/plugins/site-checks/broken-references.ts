import { decoded } from '../../site/decoded.ts'
import type { BuiltPage } from '../built-pages.ts'

export interface Site {
  readonly pages: readonly BuiltPage[]
  readonly baseUrl: string
  /** Whether a file of the built site exists. */
  exists(path: string): boolean
  /** Whether a path belongs to another language, whose build is not looked at here. */
  elsewhere(path: string): boolean
}

/** Anything with a scheme, and addresses of other hosts. */
const external = /^([a-z][a-z0-9+.-]*:|\/\/)/i
const references = [
  ['a[href]', 'href'],
  ['img[src]', 'src'],
  ['source[src]', 'src'],
] as const

type Anchors = ReadonlySet<string>

/** The anchors of each page, by its path: pages are few, references to them are many. */
const anchorsByPath = (pages: readonly BuiltPage[]): ReadonlyMap<string, Anchors> =>
  new Map(
    pages.map(({ path, $ }) => [
      decoded(path),
      new Set(
        $('[id]')
          .toArray()
          .map((element) => element.attribs['id'] ?? ''),
      ),
    ]),
  )

function targetOf(targets: ReadonlyMap<string, Anchors>, path: string): Anchors | undefined {
  const plain = path.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1')
  return targets.get(plain) ?? targets.get(`${plain}/`)
}

function problemOf(
  site: Site,
  targets: ReadonlyMap<string, Anchors>,
  page: BuiltPage,
  reference: string,
): string | undefined {
  if (reference === '' || external.test(reference)) return undefined
  const url = new URL(reference, `http://site${page.path}`)
  const path = decoded(url.pathname)
  if (!path.startsWith(site.baseUrl)) return site.elsewhere(path) ? undefined : 'leaves the site'
  const below = path.slice(site.baseUrl.length)
  if (site.elsewhere(below)) return undefined
  const target = targetOf(targets, path)
  if (!target) return site.exists(below) ? undefined : 'leads nowhere'
  const anchor = decoded(url.hash.slice(1))
  return anchor === '' || target.has(anchor) ? undefined : 'names an anchor that is not there'
}

/** Links, anchors and pictures that lead nowhere: the framework looks at neither raw HTML nor `pathname://`. */
export function brokenReferences(site: Site): string[] {
  const targets = anchorsByPath(site.pages)
  const problems = site.pages.flatMap((page) =>
    references.flatMap(([selector, attribute]) =>
      page
        .$(selector)
        .toArray()
        .flatMap((element) => {
          const reference = element.attribs[attribute] ?? ''
          const problem = problemOf(site, targets, page, reference)
          return problem ? [`${page.file}: ${JSON.stringify(reference)} ${problem}.`] : []
        }),
    ),
  )
  return [...new Set(problems)]
}
