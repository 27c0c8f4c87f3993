// What may be said of a device without asking the database.
import { type DeviceStatus, limits } from '@sshore/contract'
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
}

/** Whether one more device would stay within the limit. */
export const hasRoom = ({ maxDevices, accepted }: Capacity): boolean => maxDevices <= 0 || accepted < maxDevices

export const isAcceptable = (status: DeviceStatus, capacity: Capacity): boolean =>
  status !== 'accepted' && hasRoom(capacity)

/** `name`, or the first of `name-2`, `name-3`, … that is not taken. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  if (!isTaken(name)) return name
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`
    const candidate = name.slice(0, limits.deviceName.max - suffix.length) + suffix
    if (!isTaken(candidate)) return candidate
  }
}
