import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { sendAgain, tryWebhook } from './deliveries.ts'
import { presentDelivery, presentWebhook } from './webhooks.presenter.ts'
import { getWebhook, listDeliveries, listWebhooks } from './webhooks.store.ts'
import { createWebhook, dropWebhook, editWebhook, renewSecret } from './webhooks.ts'

export const webhookRoutes = [
  implement(contract.createWebhook, async ({ body, caller, change, services }) => {
    const { row, secret } = await change(caller.scope, (inside) => createWebhook(services, inside, body))
    return { ...presentWebhook(row), secret }
  }),

  implement(contract.listWebhooks, async ({ query, caller, reply, services: { database } }) => {
    const { rows, total } = await listWebhooks(database, caller.scope, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return rows.map(presentWebhook)
  }),

  implement(contract.getWebhook, async ({ params, caller, services: { database } }) =>
    presentWebhook(await getWebhook(database, caller.scope, params.id)),
  ),

  implement(contract.updateWebhook, async ({ params, body, caller, change, services }) =>
    presentWebhook(await change(caller.scope, (inside) => editWebhook(services, inside, params.id, body))),
  ),

  implement(contract.renewWebhookSecret, async ({ params, caller, change, services }) => ({
    secret: await change(caller.scope, (inside) => renewSecret(services, inside, params.id)),
  })),

  implement(contract.deleteWebhook, ({ params, caller, change }) =>
    change(caller.scope, (inside) => dropWebhook(inside, params.id)),
  ),

  implement(contract.testWebhook, async ({ params, caller, change, services: { clock } }) =>
    presentDelivery(await change(caller.scope, (inside) => tryWebhook(inside, params.id, clock.now()))),
  ),

  implement(contract.listWebhookDeliveries, async ({ params, query, caller, reply, services: { database } }) => {
    const { id } = await getWebhook(database, caller.scope, params.id)
    const { rows, total } = await listDeliveries(database, caller.scope, id, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return rows.map(presentDelivery)
  }),

  implement(contract.redeliverWebhook, async ({ params, caller, change, services: { clock } }) =>
    presentDelivery(await change(caller.scope, (inside) => sendAgain(inside, params, clock.now()))),
  ),
]
