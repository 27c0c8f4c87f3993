// The devices on which this browser opened terminals of late: they are what the palette offers first.
import type { UserAuth } from '@sshore/contract'

export interface RecentDevice {
  readonly uid: string
  readonly name: string
}
type Memory = Pick<Storage, 'getItem' | 'setItem'>
/** A browser may be shared, and a user has several namespaces. */
type Whose = Pick<UserAuth, 'id' | 'tenant'>

export const recentAtMost = 4
const keyOf = ({ id, tenant }: Whose): string => `sshore.recent.${id}.${tenant}`

const isRecent = (value: unknown): value is RecentDevice =>
  typeof value === 'object' &&
  value !== null &&
  'uid' in value &&
  typeof value.uid === 'string' &&
  'name' in value &&
  typeof value.name === 'string'

/** The newest first; none where the browser keeps nothing, or something else. */
export function recentDevices(memory: Memory, whose: Whose): readonly RecentDevice[] {
  try {
    const kept: unknown = JSON.parse(memory.getItem(keyOf(whose)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, recentAtMost) : []
  } catch {
    return []
  }
}

function keep(memory: Memory, whose: Whose, devices: readonly RecentDevice[]): void {
  try {
    memory.setItem(keyOf(whose), JSON.stringify(devices.slice(0, recentAtMost)))
  } catch {
    // A full or forbidden storage: the palette begins with the pages.
  }
}

const others = (memory: Memory, whose: Whose, uid: string): readonly RecentDevice[] =>
  recentDevices(memory, whose).filter((each) => each.uid !== uid)

/** Puts a device before all others. */
export const rememberDevice = (memory: Memory, whose: Whose, { uid, name }: RecentDevice): void =>
  keep(memory, whose, [{ uid, name }, ...others(memory, whose, uid)])

/** Of a device that is not there any more. */
export const forgetDevice = (memory: Memory, whose: Whose, uid: string): void =>
  keep(memory, whose, others(memory, whose, uid))
