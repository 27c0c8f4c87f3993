// Lists of all namespaces find where things are; what belongs to a namespace is then read with its scope.
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Place } from './everything.store.ts'

/** Reads each namespace's part by itself, and puts the parts back in order; what is gone meanwhile is left out. */
export async function inOrder<Key extends string | number, Item>(
  places: readonly Place<Key>[],
  read: (scope: Scope, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Item>>,
): Promise<Item[]> {
  const parts = Map.groupBy(places, ({ tenantId }) => tenantId)
  const found = new Map<string, ReadonlyMap<Key, Item>>()
  for (const [tenantId, own] of parts) {
    found.set(
      tenantId,
      await read(
        scopeOf(tenantId),
        own.map(({ key }) => key),
      ),
    )
  }
  return places.flatMap(({ tenantId, key }) => found.get(tenantId)?.get(key) ?? [])
}

/** Those that are still found. */
export async function stillThere<Key, Row>(
  keys: readonly Key[],
  find: (key: Key) => Promise<Row | undefined>,
): Promise<Row[]> {
  const rows = await Promise.all(keys.map(find))
  return rows.filter((row) => row !== undefined)
}
