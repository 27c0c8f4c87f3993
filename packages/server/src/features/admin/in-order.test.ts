import type { TenantId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { inOrder, stillThere } from './in-order.ts'

test('a list of all namespaces leaves out what went while it was read, and keeps the order of the rest', async () => {
  const [ana, bob] = ['ana' as TenantId, 'bob' as TenantId]
  const places = [
    { tenantId: bob, key: 4 },
    { tenantId: ana, key: 3 },
    { tenantId: bob, key: 2 },
    { tenantId: ana, key: 1 },
  ]
  const gone = 2
  const listed = await inOrder(places, async ({ tenantId }, keys) => {
    const rows = await stillThere(keys, async (key) => (key === gone ? undefined : { key, name: `${tenantId}-${key}` }))
    return new Map(rows.map(({ key, name }) => [key, name]))
  })
  expect(listed).toEqual(['bob-4', 'ana-3', 'ana-1'])
})
