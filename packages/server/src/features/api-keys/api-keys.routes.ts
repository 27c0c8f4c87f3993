import { type ApiKey, contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { time } from '../../platform/database/codecs.ts'
import type { ApiKeysTable } from '../../platform/database/schema.ts'
import { pageOf } from '../../platform/paging.ts'
import { createKey, editKey, removeKey } from './api-keys.ts'
import { listKeys } from './api-keys.store.ts'

const present = (row: ApiKeysTable): ApiKey => ({
  name: row.name,
  tenant_id: row.tenant_id,
  created_by: row.created_by,
  role: row.role,
  expires_in: row.expires_at_seconds,
  created_at: time.toWire(row.created_at),
  updated_at: time.toWire(row.updated_at),
})

export const apiKeyRoutes = [
  implement(contract.createApiKey, async ({ body, caller, change, services: { clock } }) => {
    const { key, row } = await change(caller.scope, (inside) => createKey(inside, caller, body, clock.now()))
    return { id: key, user_id: row.created_by, ...present(row) }
  }),

  implement(contract.listApiKeys, async ({ query, caller, reply, services }) => {
    const { sort_by: column = 'expires_in', order_by: direction = 'desc' } = query
    const { rows, total } = await listKeys(services.database, caller.scope, { column, direction, page: pageOf(query) })
    reply.header('X-Total-Count', String(total))
    return rows.map(present)
  }),

  implement(contract.updateApiKey, ({ params, body, caller, change, services: { clock } }) =>
    change(caller.scope, (inside) => editKey(inside, caller, params.key, body, clock.now())),
  ),

  implement(contract.deleteApiKey, ({ params, caller, change }) =>
    change(caller.scope, (inside) => removeKey(inside, caller, params.key)),
  ),
]
