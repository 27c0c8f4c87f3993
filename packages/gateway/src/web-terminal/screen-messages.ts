// What the gateway and its worker of screens say to one another.
import type { Size } from './viewer.ts'

export type ToScreens =
  | ({ readonly kind: 'open' | 'resize'; readonly id: number } & Size)
  | { readonly kind: 'feed'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'read' | 'close'; readonly id: number }

export type FromScreens =
  /** So many bytes were taken in. */
  | { readonly kind: 'fed'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'read'; readonly id: number; readonly text: string }
