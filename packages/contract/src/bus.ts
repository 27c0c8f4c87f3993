// Facts that the server tells its gateways. In one process a direct call; in a cluster a message.
import type { DeviceUid, SessionUid } from './brands.ts'

export interface BusTopics {
  /** The device is gone or no longer accepted: end its sessions; when removed, end its link too. */
  'device.revoked': { readonly uid: DeviceUid; readonly removed: boolean }
  /** Somebody asked for this session to be closed. */
  'session.close': { readonly uid: SessionUid; readonly deviceUid: DeviceUid }
}

export type BusTopic = keyof BusTopics

export interface Bus {
  publish<T extends BusTopic>(topic: T, message: BusTopics[T]): void
  /** Returns the function that ends the subscription. */
  subscribe<T extends BusTopic>(topic: T, listener: (message: BusTopics[T]) => void): () => void
}
