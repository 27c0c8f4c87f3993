// What may be said of a device without asking the database.
import { type DeviceStatus, type DeviceUid, limits } from '@sshore/contract'
import { seconds } from '../../platform/clock.ts'

/** The words of the status call, and the status each stands for. */
export const statusOfWord = {
  accept: 'accepted',
  reject: 'rejected',
  pending: 'pending',
  unused: 'unused',
} as const satisfies Record<string, DeviceStatus>

export interface Seen {
  readonly last_seen_at: number
  readonly disconnected_at: number | null
}

/** Devices last seen after this moment (Unix milliseconds) count as online. */
export const onlineSince = (now: number): number => now - seconds(limits.onlineGraceSeconds)

/** Online: its link has not closed, and it was heard of within the grace time. */
export const isOnline = (device: Seen, now: number): boolean =>
  device.disconnected_at === null && device.last_seen_at > onlineSince(now)

export interface Capacity {
  /** -1 or 0: unlimited. */
  readonly maxDevices: number
  readonly accepted: number
  /** Devices that are gone and still take a slot. */
  readonly slots: readonly DeviceUid[]
}

/** Whether this device, too, would stay within the limit; a slot of its own does not count against it. */
export const hasRoom = ({ maxDevices, accepted, slots }: Capacity, uid: DeviceUid): boolean =>
  maxDevices <= 0 || accepted + slots.filter((taken) => taken !== uid).length < maxDevices

export const isAcceptable = ({ status, uid }: { status: DeviceStatus; uid: DeviceUid }, capacity: Capacity): boolean =>
  status !== 'accepted' && hasRoom(capacity, uid)

/** `name`, or the first of `name-2`, `name-3`, … that is not taken. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  if (!isTaken(name)) return name
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`
    const candidate = name.slice(0, limits.deviceName.max - suffix.length) + suffix
    if (!isTaken(candidate)) return candidate
  }
}
