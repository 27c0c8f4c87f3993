import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { scopeOf } from '../../platform/scope.ts'
import { findDevice, tagsOf } from '../devices/index.ts'
import { presentKeyLine } from './openssh-key.ts'
import { filterOf, presentPublicKey } from './public-keys.presenter.ts'
import { findPublicKey, listPublicKeys, publicKeyFilter } from './public-keys.store.ts'
import { opens } from './public-keys.ts'
import { addKeyTag, editKey, registerKey, removeKey, removeKeyTag, setKeyTags } from './registered-keys.ts'

export const publicKeyRoutes = [
  implement(contract.listPublicKeys, async ({ query, caller, reply, services: { database } }) => {
    const { rows, total } = await listPublicKeys(database, caller.scope, {
      filter: publicKeyFilter(query.filter),
      column: query.sort_by ?? 'created_at',
      direction: query.order_by ?? 'asc',
      page: pageOf(query),
    })
    reply.header('X-Total-Count', String(total))
    return rows.map(presentPublicKey)
  }),

  implement(contract.createPublicKey, ({ body, caller, change, services }) =>
    change(caller.scope, (inside) => registerKey(services, inside, body)),
  ),

  implement(contract.updatePublicKey, ({ params, body, caller, change, services }) =>
    change(caller.scope, (inside) => editKey(services, inside, params.fingerprint, body)),
  ),

  implement(contract.deletePublicKey, ({ params, caller, change }) =>
    change(caller.scope, (inside) => removeKey(inside, params.fingerprint)),
  ),

  implement(contract.addPublicKeyTag, ({ params, body, caller, change, services }) =>
    change(caller.scope, (inside) => addKeyTag(services, inside, params.fingerprint, body.tag)),
  ),

  implement(contract.setPublicKeyTags, ({ params, body, caller, change, services }) =>
    change(caller.scope, (inside) => setKeyTags(services, inside, params.fingerprint, body.tags)),
  ),

  implement(contract.removePublicKeyTag, ({ params, caller, change }) =>
    change(caller.scope, (inside) => removeKeyTag(inside, params.fingerprint, params.tag)),
  ),

  implement(contract.evaluatePublicKey, async ({ body, services: { database } }) => {
    const scope = scopeOf(body.tenant_id)
    const key = await findPublicKey(database, scope, body.fingerprint)
    if (!key) return { outcome: 'unknown_key' } as const
    const device = await findDevice(database, scope, body.device_uid)
    if (device?.status !== 'accepted') return { outcome: 'other_device' } as const
    const deviceTags = (await tagsOf(database, scope, [device.uid])).get(device.uid) ?? []
    const door = { username: body.username, deviceName: device.name, deviceTags }
    const outcome = opens({ username: key.username, filter: filterOf(key) }, door)
    return outcome === 'allowed' ? { outcome, data: presentKeyLine(key.line) } : { outcome }
  }),
]
