import type { FeatureManifest } from '../../feature.ts'
import { deviceRoutes } from './devices.routes.ts'
import { countAcceptedOf, findDevice, listUids } from './devices.store.ts'
import { gatewayRoutes } from './gateway.routes.ts'
import { deviceTagHolder } from './tagging.ts'

export { changeDevice, changeStatus, remove } from './acceptance.ts'
export { evaluateConnection } from './connections.ts'
export { list, presentDevice } from './device-list.ts'
export { capacityOf } from './capacity.ts'
export { freeName, hasRoom, onlineSince, statusOfWord } from './devices.ts'
export { presentDevices } from './devices.presenter.ts'
export {
  countByStatus,
  countOnline,
  type DeviceRow,
  findAcceptedByName,
  findDevice,
  findDevices,
  getDevice,
  listAcceptedUids,
  listMostUsed,
  locateDevice,
  patchDevice,
} from './devices.store.ts'
export { tagsOf } from './device-tags.store.ts'
export { addTag, removeTag, setTags } from './tagging.ts'
export { checkDeviceKey, deviceUid, firstName, printable } from './identity.ts'
export { inNamespace, register, type Registered } from './registration.ts'

const positionsLookSeconds = 60

export const devices: FeatureManifest = {
  id: 'devices',
  implementations: [...deviceRoutes, ...gatewayRoutes],
  jobs: [
    {
      name: 'positions-database',
      everySeconds: positionsLookSeconds,
      run: ({ positions }) => positions.refresh(),
    },
  ],
  hooks({ hooks, bus }) {
    hooks.add('namespace.count-devices', countAcceptedOf)
    hooks.add('tag.holder', deviceTagHolder)
    hooks.add('device.exists', async (database, scope, uid) => (await findDevice(database, scope, uid)) !== undefined)
    hooks.add('namespace.delete', async ({ database, scope, afterCommit }) => {
      const uids = await listUids(database, scope)
      afterCommit(() => {
        for (const uid of uids) bus.publish('device.revoked', { uid, removed: true })
      })
    })
  },
}
