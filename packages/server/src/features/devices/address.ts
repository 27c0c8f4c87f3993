// The part of an SSH user name behind the first @: `namespace.device` or a device's uid.
import type { DeviceUid } from '@sshore/contract'

export type Address =
  | { readonly kind: 'uid'; readonly uid: DeviceUid }
  | { readonly kind: 'name'; readonly namespace: string; readonly device: string }
  | { readonly kind: 'malformed' }

const uidPattern = /^[0-9a-f]{64}$/

/** Names compare without case; a namespace never holds a dot, so the first one divides. */
export function parseAddress(text: string): Address {
  const address = text.toLowerCase()
  if (uidPattern.test(address)) return { kind: 'uid', uid: address as DeviceUid }
  const dot = address.indexOf('.')
  const namespace = address.slice(0, Math.max(dot, 0))
  const device = address.slice(dot + 1)
  return namespace === '' || device === '' ? { kind: 'malformed' } : { kind: 'name', namespace, device }
}

/**
 * How many insertions, deletions, replacements and swaps of neighbours turn one text into the other (optimal string
 * alignment); more than `limit` is told as `limit + 1` without counting on.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const distance = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforePrevious[column - 2] ?? 0) + 1 : Infinity,
      )
      current.push(distance)
      if (distance < least) least = distance
    }
    if (least > limit) return limit + 1
    beforePrevious = previous
    previous = current
  }
  return previous[b.length] ?? 0
}

const suggestionsMax = 3

/** Typos that a name of this length is forgiven: short names differ by little from most others. */
export const forgivenTypos = (name: string): number => (name.length <= 3 ? 1 : name.length <= 8 ? 2 : 3)

/** The names closest to a mistyped one, best first, at most three. */
export function closeNames(mistyped: string, names: readonly string[]): string[] {
  const limit = forgivenTypos(mistyped)
  return names
    .map((name) => ({ name, distance: editDistance(mistyped, name, limit) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, suggestionsMax)
    .map(({ name }) => name)
}
