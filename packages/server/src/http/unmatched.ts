import { type Endpoint, Failure, type Method } from '@sshore/contract'

export interface Unmatched {
  /** What to say of a request that no route took: the path is unknown, or known with other methods. */
  failureFor(path: string): Failure
}

interface KnownPath {
  readonly pattern: RegExp
  readonly parameters: number
  readonly method: Method
}

const pathsOf = ({ path, aliases = [] }: Endpoint): readonly string[] => [path, ...aliases]

function knownPaths(endpoint: Endpoint): KnownPath[] {
  return pathsOf(endpoint).map((path) => ({
    // Paths of the contract are letters, slashes and hyphens beside their parameters.
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    parameters: path.split('{').length - 1,
    method: endpoint.method,
  }))
}

/**
 * Methods that a path of its own does not have, but a parameter in its place does: without a route for them, `PUT
 * /api/devices/pairing` would be about a device of that name.
 */
export function shadowedMethods(endpoints: readonly Endpoint[]): { readonly method: Method; readonly path: string }[] {
  const plain = new Set(endpoints.flatMap(pathsOf).filter((path) => !path.includes('{')))
  const known = endpoints.flatMap(knownPaths)
  return [...plain].flatMap((path) => {
    const found = known.filter(({ pattern }) => pattern.test(path))
    const own = new Set(found.filter(({ parameters }) => parameters === 0).map(({ method }) => method))
    const others = new Set(found.map(({ method }) => method).filter((method) => !own.has(method)))
    return Array.from(others, (method) => ({ method, path }))
  })
}

export function createUnmatched(endpoints: readonly Endpoint[]): Unmatched {
  const known = endpoints.flatMap(knownPaths)
  return {
    failureFor(path) {
      const found = known.filter(({ pattern }) => pattern.test(path))
      if (found.length === 0) return new Failure('not_found')
      // `/api/devices/pairing` is a path of its own, although `/api/devices/{uid}` would take it.
      const fewest = Math.min(...found.map(({ parameters }) => parameters))
      const methods = found.filter(({ parameters }) => parameters === fewest).map(({ method }) => method)
      const allowed = new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))
      // RFC 9110 section 15.5.6: a 405 names what is allowed.
      return new Failure('method_not_allowed', { headers: { Allow: [...allowed].join(', ') } })
    },
  }
}
