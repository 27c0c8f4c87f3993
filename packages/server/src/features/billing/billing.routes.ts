import { contract, limits } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { findDevices, listMostUsed, presentDevices } from '../devices/index.ts'
import {
  attachMethod,
  changeDefaultMethod,
  createCustomer,
  detachMethod,
  getCustomer,
  openPortal,
} from './customers.ts'
import { receive } from './events.ts'
import { chooseDevices, evaluate } from './slots.ts'
import { cancel, end, getSubscription, subscribe } from './subscriptions.ts'
import { report } from './usage.ts'

export const billingRoutes = [
  implement(contract.createCustomer, ({ caller, change, services }) => createCustomer(services, change, caller.scope)),

  implement(contract.getCustomer, ({ caller, services }) => getCustomer(services, caller.scope)),

  implement(contract.attachPaymentMethod, ({ body, caller, change, services }) =>
    attachMethod(services, change, caller.scope, body.id),
  ),

  implement(contract.detachPaymentMethod, ({ body, caller, change, services }) =>
    detachMethod(services, change, caller.scope, body.id),
  ),

  implement(contract.setDefaultPaymentMethod, ({ body, caller, change, services }) =>
    changeDefaultMethod(services, change, caller.scope, body.id),
  ),

  implement(contract.createSubscription, ({ query, caller, change, services }) =>
    subscribe(services, change, caller.scope, query.currency),
  ),

  implement(contract.getSubscription, async ({ query, caller, reply, services }) => {
    const page = pageOf({ ...query, per_page: query.per_page ?? limits.page.perPageMax })
    const { subscription, total } = await getSubscription(services, caller.scope, page)
    reply.header('X-Total-Count', String(total))
    return subscription
  }),

  implement(contract.cancelSubscription, ({ caller, change, services }) => cancel(services, change, caller.scope)),

  implement(contract.openBillingPortal, async ({ caller, change, services }) => ({
    url: await openPortal(services, change, caller.scope),
  })),

  implement(contract.chooseDevices, ({ body, caller, change, services }) =>
    change(caller.scope, (inside) => chooseDevices(services, inside, body.choices)),
  ),

  implement(contract.listMostUsedDevices, async ({ caller, reply, services }) => {
    const { database } = services
    const uids = await listMostUsed(database, caller.scope, limits.billing.mostUsed)
    const rows = await findDevices(database, caller.scope, uids)
    reply.header('X-Total-Count', String(uids.length))
    return presentDevices(
      services,
      caller.scope,
      uids.flatMap((uid) => rows.find((row) => row.uid === uid) ?? []),
    )
  }),

  implement(contract.reportUsage, ({ query, caller, change, services }) =>
    (query.action === 'device_accept' ? report : end)(services, change, caller.scope),
  ),

  implement(contract.evaluateBilling, ({ caller, services }) => evaluate(services, services.database, caller.scope)),

  implement(contract.receiveBillingEvent, ({ request, services }) => receive(services, request.signed)),
]
