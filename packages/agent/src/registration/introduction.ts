import type { DeviceInfoText } from '../identity/device-info.ts'

/** What a device says of itself, to pair or to register. */
export interface DeviceIntroduction {
  readonly info: DeviceInfoText
  readonly hostname?: string
  readonly identity: { readonly mac: string }
  readonly public_key: string
}
