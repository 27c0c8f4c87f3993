// Devices that were not changed, as people are told of them.
import type { Device } from '@sshore/contract'
import { phrase } from '../../language/language.ts'

export interface Refused {
  readonly device: Device
  /** What happened, for people. */
  readonly text: string
  /** The text says which device it is about. */
  readonly namesIt: boolean
  /** The device is not there any more. */
  readonly isGone: boolean
  readonly next?: { readonly label: string; readonly run: () => void }
}

/** False when there is nobody any more to show them. */
export type ShowRefused = (refused: readonly Refused[]) => boolean

export const more = phrase(
  (count: number) => `${count} more`,
  (count) => `mais ${count}`,
)
const namesShown = 5

export interface Reason extends Pick<Refused, 'text' | 'next'> {
  readonly namesIt: boolean
  readonly those: readonly Refused[]
}

/** Those with the same reason together. */
export const byReason = (refused: readonly Refused[]): readonly Reason[] =>
  [...Map.groupBy(refused, ({ text }) => text)].map(([text, those]) => {
    const [first] = those
    return { text, namesIt: first?.namesIt === true, those, ...(first?.next ? { next: first.next } : {}) }
  })

/** The first few names, and how many more there are. */
export function namesOf(refused: readonly Refused[], sayMore: (count: number) => string): string {
  const shown = refused.slice(0, namesShown).map(({ device }) => device.name)
  const left = refused.length - shown.length
  return [...shown, ...(left > 0 ? [sayMore(left)] : [])].join(', ')
}
