import { contract, type DeviceStatus, deviceStatuses, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { change } from '../../platform/change.ts'
import { pageOf } from '../../platform/paging.ts'
import { scopeOf } from '../../platform/scope.ts'
import { changeDevice, changeStatus, remove } from './acceptance.ts'
import { onlineSince, statusOfWord } from './devices.ts'
import { presentDevices } from './devices.presenter.ts'
import { getDevice, listDevices } from './devices.store.ts'
import { register } from './registration.ts'

/** Absent: the accepted ones. Empty: all. */
function parseStatus(word: string | undefined): DeviceStatus | undefined {
  if (word === undefined) return 'accepted'
  if (word === '') return undefined
  const status = deviceStatuses.find((known) => known === word)
  if (!status) throw new Failure('invalid_input', { fields: ['status'] })
  return status
}

export const deviceRoutes = [
  implement(contract.registerDevice, async ({ body, request, services }) => {
    const { database, clock, tokens, hooks } = services
    const { uid, name, namespace, status } = await register(database, body, request.address, clock.now())
    const scope = scopeOf(body.tenant_id)
    for (const hook of hooks.list('device.check-in')) await hook(database, scope, uid, body.sessions ?? [])
    return { uid, token: await tokens.signDevice(uid, body.tenant_id), name, namespace, status }
  }),

  implement(contract.listDevices, async ({ query, caller, reply, services: { database, clock } }) => {
    const now = clock.now()
    const { rows, total } = await listDevices(database, caller.scope, {
      status: parseStatus(query.status),
      sort: query.sort_by ?? 'last_seen',
      direction: query.order_by ?? 'desc',
      onlineSince: onlineSince(now),
      page: pageOf(query),
    })
    reply.header('X-Total-Count', String(total))
    return presentDevices(database, caller.scope, rows, now)
  }),

  implement(contract.getDevice, async ({ params, caller, services: { database, clock } }) => {
    const row = await getDevice(database, caller.scope, params.uid)
    const [device] = await presentDevices(database, caller.scope, [row], clock.now())
    if (!device) throw new Failure('device_not_found')
    return device
  }),

  implement(contract.updateDevice, ({ params, body, caller, services }) =>
    change(services.database, caller.scope, (inside) => changeDevice(inside, params.uid, body)),
  ),

  implement(contract.removeDevice, ({ params, caller, services }) =>
    change(services.database, caller.scope, (inside) => remove(services, inside, params.uid)),
  ),

  implement(contract.setDeviceStatus, ({ params, caller, services }) =>
    change(services.database, caller.scope, (inside) =>
      changeStatus(services, inside, params.uid, statusOfWord[params.status]),
    ),
  ),
]
