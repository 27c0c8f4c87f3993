// The calls for devices, for those of them that are containers.
import { contract, type DeviceUid, Failure } from '@sshore/contract'
import type { Change } from '../../hooks.ts'
import { implement } from '../../http/implement.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'
import {
  addTag,
  changeDevice,
  changeStatus,
  type DeviceRow,
  findDevice,
  list,
  presentDevice,
  remove,
  removeTag,
  setTags,
  statusOfWord,
} from '../devices/index.ts'

/** What an agent says of the containers that it registers. */
const containerPlatform = 'connector'

async function getContainer(database: Database, scope: Scope, uid: DeviceUid): Promise<DeviceRow> {
  const device = await findDevice(database, scope, uid)
  if (device?.info_platform !== containerPlatform) throw new Failure('container_not_found')
  return device
}

/** Runs a change of a device once it is certain that it is a container. */
const onContainer =
  (uid: DeviceUid, run: (inside: Change) => Promise<void>) =>
  async (inside: Change): Promise<void> => {
    await getContainer(inside.database, inside.scope, uid)
    await run(inside)
  }

export const containerRoutes = [
  implement(contract.listContainers, async ({ query, caller, reply, services }) => {
    const { devices, total } = await list(services, caller.scope, 'container', query)
    reply.header('X-Total-Count', String(total))
    return devices
  }),

  implement(contract.getContainer, async ({ params, caller, services }) =>
    presentDevice(services, caller.scope, await getContainer(services.database, caller.scope, params.uid)),
  ),

  implement(contract.updateContainer, ({ params: { uid }, body, caller, change }) =>
    change(
      caller.scope,
      onContainer(uid, (inside) => changeDevice(inside, uid, body)),
    ),
  ),

  implement(contract.removeContainer, ({ params: { uid }, caller, change, services }) =>
    change(
      caller.scope,
      onContainer(uid, (inside) => remove(services, inside, uid)),
    ),
  ),

  implement(contract.setContainerStatus, ({ params: { uid, status }, caller, change, services }) =>
    change(
      caller.scope,
      onContainer(uid, (inside) => changeStatus(services, inside, uid, statusOfWord[status])),
    ),
  ),

  implement(contract.addContainerTag, ({ params: { uid }, body, caller, change }) =>
    change(
      caller.scope,
      onContainer(uid, (inside) => addTag(inside, uid, body.tag)),
    ),
  ),

  implement(contract.setContainerTags, ({ params: { uid }, body, caller, change }) =>
    change(
      caller.scope,
      onContainer(uid, (inside) => setTags(inside, uid, body.tags)),
    ),
  ),

  implement(contract.removeContainerTag, ({ params: { uid, tag }, caller, change }) =>
    change(
      caller.scope,
      onContainer(uid, (inside) => removeTag(inside, uid, tag)),
    ),
  ),
]
