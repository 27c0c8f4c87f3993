// Devices and containers are asked for in the same way, by calls of different names.
import type { Client } from '@sshore/client'
import type { Device, DeviceUid } from '@sshore/contract'

type Query = NonNullable<NonNullable<Parameters<Client['listDevices']>[0]>['query']>
export type StatusWord = Parameters<Client['setDeviceStatus']>[0]['params']['status']
export type DeviceKind = 'device' | 'container'

export interface DeviceCalls {
  list(query: Query): Promise<readonly Device[]>
  update(uid: DeviceUid, name: string): Promise<unknown>
  remove(uid: DeviceUid): Promise<unknown>
  setStatus(uid: DeviceUid, status: StatusWord): Promise<unknown>
  addTag(uid: DeviceUid, tag: string): Promise<unknown>
  removeTag(uid: DeviceUid, tag: string): Promise<unknown>
  setTags(uid: DeviceUid, tags: string[]): Promise<unknown>
}

const ofDevices = (client: Client): DeviceCalls => ({
  list: async (query) => (await client.listDevices({ query })).body,
  update: (uid, name) => client.updateDevice({ params: { uid }, body: { name } }),
  remove: (uid) => client.removeDevice({ params: { uid } }),
  setStatus: (uid, status) => client.setDeviceStatus({ params: { uid, status } }),
  addTag: (uid, tag) => client.addDeviceTag({ params: { uid }, body: { tag } }),
  removeTag: (uid, tag) => client.removeDeviceTag({ params: { uid, tag } }),
  setTags: (uid, tags) => client.setDeviceTags({ params: { uid }, body: { tags } }),
})

const ofContainers = (client: Client): DeviceCalls => ({
  list: async (query) => (await client.listContainers({ query })).body,
  update: (uid, name) => client.updateContainer({ params: { uid }, body: { name } }),
  remove: (uid) => client.removeContainer({ params: { uid } }),
  setStatus: (uid, status) => client.setContainerStatus({ params: { uid, status } }),
  addTag: (uid, tag) => client.addContainerTag({ params: { uid }, body: { tag } }),
  removeTag: (uid, tag) => client.removeContainerTag({ params: { uid, tag } }),
  setTags: (uid, tags) => client.setContainerTags({ params: { uid }, body: { tags } }),
})

export const deviceCalls = (client: Client, kind: DeviceKind): DeviceCalls =>
  kind === 'device' ? ofDevices(client) : ofContainers(client)
