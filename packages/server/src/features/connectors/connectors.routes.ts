import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { isConnected, presentConnector } from './connectors.presenter.ts'
import { getConnector, listConnectors } from './connectors.store.ts'
import { createConnector, dropConnector, editConnector, infoOf, tryConnector } from './connectors.ts'

export const connectorRoutes = [
  implement(contract.createConnector, async ({ body, caller, change, reply, services }) => {
    const made = await change(caller.scope, (inside) => createConnector(services, inside, body))
    const row = await tryConnector(services, made)
    if (!isConnected(row)) reply.otherwise()
    return presentConnector(row)
  }),

  implement(contract.listConnectors, async ({ query, caller, reply, services: { database } }) => {
    const { rows, total } = await listConnectors(database, caller.scope, query.enable, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return rows.map(presentConnector)
  }),

  implement(contract.getConnector, async ({ params, caller, services: { database } }) =>
    presentConnector(await getConnector(database, caller.scope, params.uid)),
  ),

  implement(contract.updateConnector, async ({ params, body, caller, change, reply, services }) => {
    const changed = await change(caller.scope, (inside) => editConnector(services, inside, params.uid, body))
    const row = await tryConnector(services, changed)
    if (!isConnected(row)) reply.otherwise()
    return presentConnector(row)
  }),

  implement(contract.deleteConnector, ({ params, caller, change }) =>
    change(caller.scope, (inside) => dropConnector(inside, params.uid)),
  ),

  implement(contract.getConnectorInfo, async ({ params, caller, services }) =>
    infoOf(services, await getConnector(services.database, caller.scope, params.uid)),
  ),
]
