import { type ApiKey, contract, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { themselves } from '../../http/themselves.ts'
import { time } from '../../platform/database/codecs.ts'
import type { ApiKeysTable } from '../../platform/database/schema.ts'
import { pageOf } from '../../platform/paging.ts'
import { type CreatedKey, createKey, editKey, removeKey } from './api-keys.ts'
import { listKeys } from './api-keys.store.ts'
import { findMembership, getNamespaceByName, scopeNamed } from '../namespaces/index.ts'
import { getUserByLogin } from '../users/index.ts'
import { scopeOf } from '../../platform/scope.ts'

const present = (row: ApiKeysTable): ApiKey => ({
  name: row.name,
  tenant_id: row.tenant_id,
  created_by: row.created_by,
  role: row.role,
  expires_in: row.expires_at_seconds,
  created_at: time.toWire(row.created_at),
  updated_at: time.toWire(row.updated_at),
})

const presentCreated = ({ key, row }: CreatedKey) => ({ id: key, user_id: row.created_by, ...present(row) })

/** The command line beside the server counts as an owner. */
const operator = { role: 'owner' } as const

export const apiKeyRoutes = [
  implement(contract.createApiKey, async ({ body, caller, change, services: { clock } }) => {
    // It would outlast the hour of whoever acts as them.
    themselves(caller)
    return presentCreated(await change(caller.scope, (inside) => createKey(inside, caller, body, clock.now())))
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

  implement(contract.createApiKeyFor, async ({ params, body: { member, ...wanted }, change, services }) => {
    const namespace = await getNamespaceByName(services.database, params.name)
    const scope = scopeOf(namespace.tenant_id)
    const id = member === undefined ? namespace.owner_id : (await getUserByLogin(services.database, member)).id
    const created = await change(scope, async (inside) => {
      const membership = await findMembership(inside.database, scope, id)
      if (membership?.status !== 'accepted') throw new Failure('member_not_found')
      return createKey(inside, { user: { id }, role: membership.role }, wanted, services.clock.now())
    })
    return presentCreated(created)
  }),

  implement(contract.updateApiKeyOf, async ({ params, body, change, services }) =>
    change(await scopeNamed(services, params.name), (inside) =>
      editKey(inside, operator, params.key, body, services.clock.now()),
    ),
  ),

  implement(contract.deleteApiKeyOf, async ({ params, change, services }) =>
    change(await scopeNamed(services, params.name), (inside) => removeKey(inside, operator, params.key)),
  ),
]
