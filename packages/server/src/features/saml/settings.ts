// How single sign-on is set up, as it is kept.
import type { SamlProvider } from '@sshore/contract'
import { serverSetting } from '../../platform/settings.ts'

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

export const samlSettings = serverSetting<SamlSettings>('saml', {
  enabled: false,
  provider: null,
  signRequests: false,
  createUsers: true,
  readAt: null,
})

/** The key that signs requests to identity providers, sealed; empty until one is needed. */
export const samlKey = serverSetting('saml_key', '')
