import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * What the pages have asked the server. A first answer that is on its way when something changes may be older than the change, and
 * the library would wait for it in place of asking anew: here it is asked for once more when it has come.
 */
export class ConsoleQueries extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const awaited = new Set(
      this.getQueryCache()
        .findAll(filters)
        .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle')
        .map(({ queryHash }) => queryHash),
    )
    await super.invalidateQueries(filters, options)
    if (awaited.size > 0) {
      await super.invalidateQueries({ predicate: ({ queryHash }) => awaited.has(queryHash) }, options)
    }
  }
}
