// Places in degrees, and where they are on land.svg.
import { type Device, isPublicAddress } from '@sshore/contract'

type Position = Device['position']

/** Nobody knows where something is that is said to be in the sea off Ghana. */
export const isKnown = ({ latitude, longitude }: Position): boolean => latitude !== 0 || longitude !== 0

/** Whether an address is one that no map can know; an IPv4 address may be written as an IPv6 one (RFC 4291 section 2.5.5.2). */
export const isPrivate = (address: string): boolean =>
  address !== '' && !isPublicAddress(address.replace(/^::ffff:(?=\d+\.)/i, ''))

/** The edges of the picture, in degrees north; beyond them is no land that anybody lives on. */
const edges = { north: 84, south: -57 } as const

/** Shares of the width and the height of the map. */
export function onMap({ latitude, longitude }: Position): { readonly left: number; readonly top: number } {
  const top = (edges.north - latitude) / (edges.north - edges.south)
  return { left: (longitude + 180) / 360, top: Math.min(1, Math.max(0, top)) }
}

/** `38.72° N, 9.13° W`; a hundredth of a degree is a kilometre, and the address says no more. */
export function degreesText({ latitude, longitude }: Position, languageTag: string): string {
  const format = new Intl.NumberFormat(languageTag, { maximumFractionDigits: 2, minimumFractionDigits: 2 })
  const west = languageTag.startsWith('pt') ? 'O' : 'W'
  const east = languageTag.startsWith('pt') ? 'L' : 'E'
  const degrees = (value: number, positive: string, negative: string): string =>
    `${format.format(Math.abs(value))}° ${value < 0 ? negative : positive}`
  return `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, east, west)}`
}
