import { type Endpoint, Failure } from '@sshore/contract'

export interface Unmatched {
  /** What to say of a request that no route took: the path is unknown, or known with other methods. */
  failureFor(path: string): Failure
}

interface KnownPath {
  readonly pattern: RegExp
  readonly method: string
}

function knownPaths(endpoint: Endpoint): KnownPath[] {
  return [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({
    // Paths of the contract are letters, slashes and hyphens beside their parameters.
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    method: endpoint.method,
  }))
}

export function createUnmatched(endpoints: readonly Endpoint[]): Unmatched {
  const known = endpoints.flatMap(knownPaths)
  return {
    failureFor(path) {
      const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
      if (methods.length === 0) return new Failure('not_found')
      const allowed = new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))
      // RFC 9110 section 15.5.6: a 405 names what is allowed.
      return new Failure('method_not_allowed', { headers: { Allow: [...allowed].join(', ') } })
    },
  }
}
