import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { scopeOf } from '../../platform/scope.ts'
import { changeDevice, changeStatus, remove } from './acceptance.ts'
import { statusOfWord } from './devices.ts'
import { list, presentDevice, resolveOne } from './device-list.ts'
import { getDevice } from './devices.store.ts'
import { register } from './registration.ts'
import { addTag, removeTag, setTags } from './tagging.ts'

export const deviceRoutes = [
  implement(contract.registerDevice, async ({ body, request, change, services }) => {
    const { database, tokens, hooks } = services
    const { uid, name, namespace, status } = await register(services, change, body, request.address)
    const scope = scopeOf(body.tenant_id)
    for (const hook of hooks.list('device.check-in')) await hook(database, scope, uid, body.sessions ?? [])
    return { uid, token: await tokens.signDevice(uid, body.tenant_id), name, namespace, status }
  }),

  implement(contract.listDevices, async ({ query, caller, reply, services }) => {
    const { devices, total } = await list(services, caller.scope, 'device', query)
    reply.header('X-Total-Count', String(total))
    return devices
  }),

  implement(contract.resolveDevice, async ({ query, caller, services }) => {
    const row = await resolveOne(services.database, caller.scope, query)
    return presentDevice(services, caller.scope, row)
  }),

  implement(contract.getDevice, async ({ params, caller, services }) =>
    presentDevice(services, caller.scope, await getDevice(services.database, caller.scope, params.uid)),
  ),

  implement(contract.updateDevice, ({ params, body, caller, change }) =>
    change(caller.scope, (inside) => changeDevice(inside, params.uid, body)),
  ),

  implement(contract.renameDevice, ({ params, body, caller, change }) =>
    change(caller.scope, (inside) => changeDevice(inside, params.uid, body)),
  ),

  implement(contract.removeDevice, ({ params, caller, change, services }) =>
    change(caller.scope, (inside) => remove(services, inside, params.uid)),
  ),

  implement(contract.setDeviceStatus, ({ params, caller, change, services }) =>
    change(caller.scope, (inside) => changeStatus(services, inside, params.uid, statusOfWord[params.status])),
  ),

  implement(contract.addDeviceTag, ({ params, body, caller, change }) =>
    change(caller.scope, (inside) => addTag(inside, params.uid, body.tag)),
  ),

  implement(contract.setDeviceTags, ({ params, body, caller, change }) =>
    change(caller.scope, (inside) => setTags(inside, params.uid, body.tags)),
  ),

  implement(contract.removeDeviceTag, ({ params, caller, change }) =>
    change(caller.scope, (inside) => removeTag(inside, params.uid, params.tag)),
  ),
]
