// How single sign-on is set up, as it is kept.
import type { SamlProvider } from '@sshore/contract'

export interface SamlSettings {
  readonly enabled: boolean
  /** Null: nobody has named one yet. */
  readonly provider: SamlProvider | null
  readonly signRequests: boolean
  /** Whether somebody unknown gets an account. */
  readonly createUsers: boolean
  /** When the metadata was read last, in Unix milliseconds; null for data given by hand. */
  readonly readAt: number | null
}

export const initialSamlSettings: SamlSettings = {
  enabled: false,
  provider: null,
  signRequests: false,
  createUsers: true,
  readAt: null,
}
