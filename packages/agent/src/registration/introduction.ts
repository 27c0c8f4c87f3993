import { hostname as systemHostname } from 'node:os'
import { limits } from '@sshore/contract'
import { type DeviceInfoText, readDeviceInfo } from '../identity/device-info.ts'
import { keptHardwareAddress } from '../identity/hardware-address.ts'
import type { StateFolder } from '../identity/state-folder.ts'

/** What a device says of itself, to pair or to register. */
export interface DeviceIntroduction {
  readonly info: DeviceInfoText
  readonly hostname?: string
  readonly identity: { readonly mac: string }
  readonly public_key: string
}

/** The first label of a host's name in the alphabet of device names; undefined when it says nothing. */
function deviceNameFrom(hostname: string): string | undefined {
  const [label = ''] = hostname.split('.')
  const name = label.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, limits.deviceName.max)
  return name === '' || name === 'localhost' ? undefined : name
}

export interface IntroductionOptions {
  readonly folder: StateFolder
  readonly publicKey: string
  readonly version: string
  /** What the owner chose over what the device would say itself. */
  readonly hostname: string | undefined
  readonly identity: string | undefined
}

export async function introduceDevice(options: IntroductionOptions): Promise<DeviceIntroduction> {
  const mac = options.identity ?? (await keptHardwareAddress(options.folder))
  if (mac === undefined) {
    throw new Error('This device has no Ethernet interface to be known by; choose an identity: --identity NAME')
  }
  const hostname = options.hostname ?? deviceNameFrom(systemHostname())
  return {
    info: await readDeviceInfo(options.version),
    ...(hostname === undefined ? {} : { hostname }),
    identity: { mac },
    public_key: options.publicKey,
  }
}
