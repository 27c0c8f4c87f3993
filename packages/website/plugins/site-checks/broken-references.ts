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

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function targetOf(site: Site, path: string): BuiltPage | undefined {
  const plain = path.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1')
  return site.pages.find((page) => decoded(page.path) === plain || decoded(page.path) === `${plain}/`)
}

function problemOf(site: Site, page: BuiltPage, reference: string): string | undefined {
  if (reference === '' || external.test(reference)) return undefined
  const url = new URL(reference, `http://site${page.path}`)
  const path = decoded(url.pathname)
  if (!path.startsWith(site.baseUrl)) return site.elsewhere(path) ? undefined : 'leaves the site'
  const below = path.slice(site.baseUrl.length)
  if (site.elsewhere(below)) return undefined
  const target = targetOf(site, path)
  if (!target) return site.exists(below) ? undefined : 'leads nowhere'
  const anchor = decoded(url.hash.slice(1))
  if (anchor === '') return undefined
  const found = target
    .$('[id]')
    .toArray()
    .some((element) => element.attribs['id'] === anchor)
  return found ? undefined : 'names an anchor that is not there'
}

/** Links, anchors and pictures that lead nowhere: the framework looks at neither raw HTML nor `pathname://`. */
export function brokenReferences(site: Site): string[] {
  const problems = site.pages.flatMap((page) =>
    references.flatMap(([selector, attribute]) =>
      page
        .$(selector)
        .toArray()
        .flatMap((element) => {
          const reference = element.attribs[attribute] ?? ''
          const problem = problemOf(site, page, reference)
          return problem ? [`${page.file}: ${JSON.stringify(reference)} ${problem}.`] : []
        }),
    ),
  )
  return [...new Set(problems)]
}
