// Remembers which hosts failed. The library's own cache writes under another key than it reads, so a dead host would be asked again
// at every key stroke (algoliasearch 5.64).
import type { liteClient } from 'algoliasearch/lite'
import { hostDownMilliseconds } from '../../../docs-search/src/site-constants.ts'

type HostsCache = NonNullable<NonNullable<Parameters<typeof liteClient>[2]>['hostsCache']>

interface Kept {
  readonly value: unknown
  readonly at: number
}

/** What names a host, in what the library hands in for reading and for writing alike. */
const named = (key: Readonly<Record<string, unknown>> | string): string =>
  typeof key === 'string' ? key : ['protocol', 'url', 'port', 'accept'].map((part) => String(key[part] ?? '')).join(' ')

/** A host that failed is passed over for two minutes. Nothing is written to the browser's storage. */
export function createHostsCache(now: () => number): HostsCache {
  const kept = new Map<string, Kept>()
  return {
    async get<Value>(key: Record<string, unknown> | string, fallback: () => Promise<Value>) {
      const found = kept.get(named(key))
      return found && now() - found.at < hostDownMilliseconds ? (found.value as Value) : fallback()
    },
    async set<Value>(key: Record<string, unknown> | string, value: Value) {
      kept.set(named(key), { value, at: now() })
      return value
    },
    async delete(key: Record<string, unknown> | string) {
      kept.delete(named(key))
    },
    async clear() {
      kept.clear()
    },
  }
}
