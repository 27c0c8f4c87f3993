// Facts that the server and its gateways tell one another. In one process a direct call; in a cluster a message.
import type { DeviceUid, SessionUid, TenantId, TunnelAddress, UserId } from './brands.ts'
import type { NamespaceEvent } from './events.ts'

export interface BusTopics {
  /** The device is gone or no longer accepted: end its sessions; when removed, end its link too. */
  'device.revoked': { readonly uid: DeviceUid; readonly removed: boolean }
  /** Somebody asked for this session to be closed. */
  'session.close': { readonly uid: SessionUid; readonly deviceUid: DeviceUid }
  /** What a user may do has changed, or the user is gone: in one namespace, or (no tenant) everywhere. */
  'user.standing': { readonly userId: UserId; readonly tenantId?: TenantId }
  /**
   * A stock agent, in the middle of a login, wants `text` signed with the key of this fingerprint (MD5). The gateway that
   * leads the login answers with `device.signature-made`, all others with nothing.
   */
  'device.signature-wanted': {
    readonly id: string
    readonly uid: DeviceUid
    readonly fingerprint: string
    readonly text: string
  }
  /** The tunnel leads elsewhere now, to others, or nowhere. */
  'tunnel.changed': { readonly address: TunnelAddress }
  /** Something happened in a namespace. */
  'namespace.event': NamespaceEvent
  /** `signature` is base64; RSA PKCS#1 v1.5 with SHA-256. */
  'device.signature-made': { readonly id: string; readonly signature: string }
}

export type BusTopic = keyof BusTopics

export interface Bus {
  publish<T extends BusTopic>(topic: T, message: BusTopics[T]): void
  /** Returns the function that ends the subscription. */
  subscribe<T extends BusTopic>(topic: T, listener: (message: BusTopics[T]) => void): () => void
}
