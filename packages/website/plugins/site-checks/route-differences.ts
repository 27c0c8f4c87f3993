/** Paths of a frozen version stand below its name. */
const versionPrefix = /^\d+\.\d+\//
const notFound = '404.html'

/**
 * What is missing from the built routes, and what is there without being wanted. Frozen versions may have fewer pages, never
 * others.
 */
export function routeDifferences(built: readonly string[], wanted: readonly string[], baseUrl: string): string[] {
  const paths = built.map((path) => decodeURI(path).slice(baseUrl.length))
  const expected = new Set(wanted.map((route) => route.slice(1)))
  const present = new Set(paths.filter((path) => !versionPrefix.test(path)))
  const missing = [...expected].filter((path) => !present.has(path))
  const unknown = paths.filter((path) => path !== notFound && !expected.has(path.replace(versionPrefix, '')))
  return [
    ...missing.map((path) => `No page answers at /${path}, which the specification names.`),
    ...unknown.map((path) => `A page answers at /${path}, which the specification does not name.`),
  ]
}
