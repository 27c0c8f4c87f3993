// Notices a device that is two machines: images get cloned with the device key in them. A process that was replaced by
// another one and then comes back itself has been alive all the time, so both are. Without this the two would take the
// link from one another for ever.
import type { DeviceUid } from '@sshore/contract'
import type { Clock } from './link.ts'

/** A twin that stayed away so long is forgotten: its machine was given an identity of its own, or is gone. */
const rememberedHours = 1
/** Devices that were replaced within that time; a restarted agent is one of them, without any twin. */
const rememberedDevices = 10_000
const replacedInstances = 8

interface Watched {
  present: string | undefined
  readonly replaced: Set<string>
  since: number
}

export class IdentityWatch {
  readonly #clock: Clock
  /** The least recently linked first. */
  readonly #devices = new Map<DeviceUid, Watched>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether this process was replaced by the one that has the device's link now. */
  isTwin(uid: DeviceUid, instance: string | undefined): boolean {
    const watched = this.#devices.get(uid)
    if (instance === undefined || watched === undefined || instance === watched.present) return false
    if (this.#clock.now() - watched.since > rememberedHours * 3_600_000) return false
    return watched.replaced.has(instance)
  }

  /** This process has the device's link from now on. */
  linked(uid: DeviceUid, instance: string | undefined): void {
    const watched = this.#devices.get(uid) ?? { present: undefined, replaced: new Set<string>(), since: 0 }
    if (watched.present !== undefined && watched.present !== instance) watched.replaced.add(watched.present)
    if (instance !== undefined) watched.replaced.delete(instance)
    for (const oldest of watched.replaced) {
      if (watched.replaced.size <= replacedInstances) break
      watched.replaced.delete(oldest)
    }
    watched.present = instance
    watched.since = this.#clock.now()
    this.#devices.delete(uid)
    this.#devices.set(uid, watched)
    for (const known of this.#devices.keys()) {
      if (this.#devices.size <= rememberedDevices) break
      this.#devices.delete(known)
    }
  }
}
