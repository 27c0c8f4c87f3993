import { limits } from '@sshore/contract'
import type { ListedContainer } from '../engine/engine.ts'

/** As engines shorten identifiers for people. */
const shortIdChars = 12
const clashChars = 4

export const shortId = (id: string): string => id.slice(0, shortIdChars)

/** A container's name in the alphabet of device names, where a dot ends a name: `web.1` becomes `web_1`. */
function nameOf({ id, name }: ListedContainer): string {
  const fitting = name
    .toLowerCase()
    .replaceAll('.', '_')
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|[-_]+$/g, '')
    .slice(0, limits.deviceName.max)
  return fitting === '' ? `container-${shortId(id)}` : fitting
}

/**
 * The name that each container asks for, by its identifier. Of those whose names become the same one, all but the first
 * by identifier carry a piece of theirs: it must not depend on the order in which an engine lists them.
 */
export function deviceNames(containers: readonly ListedContainer[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const names = new Map<string, string>()
  const exact = (one: ListedContainer) => (nameOf(one) === one.name ? 0 : 1)
  const ordered = containers.toSorted((a, b) => exact(a) - exact(b) || (a.id < b.id ? -1 : 1))
  for (const container of ordered) {
    const name = nameOf(container)
    const suffix = `-${container.id.slice(0, clashChars)}`
    const unique = taken.has(name) ? `${name.slice(0, limits.deviceName.max - suffix.length)}${suffix}` : name
    taken.add(unique)
    names.set(container.id, unique)
  }
  return names
}
