import { readFile } from 'node:fs/promises'
import { parseAssignments } from '../session/device-environment.ts'

export interface DeviceInfoText {
  readonly id: string
  readonly pretty_name: string
  readonly version: string
  readonly arch: string
  readonly platform: string
}

/** Lengths the registration allows. */
const most = { id: 64, prettyName: 128 } as const
/** Names of architectures as existing devices report them. */
const archNames: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' }

/** This machine's architecture. */
export const archName = (): string => archNames[process.arch] ?? process.arch

async function readOsRelease(): Promise<Readonly<Record<string, string>>> {
  for (const path of ['/etc/os-release', '/usr/lib/os-release']) {
    try {
      return parseAssignments((await readFile(path, 'utf8')).split('\n'))
    } catch {
      continue
    }
  }
  return {}
}

/** What os-release(5) says of the device, with this program's version. */
export async function readDeviceInfo(version: string): Promise<DeviceInfoText> {
  const { ID = 'linux', PRETTY_NAME = 'Linux' } = await readOsRelease()
  return {
    id: ID.slice(0, most.id),
    pretty_name: PRETTY_NAME.slice(0, most.prettyName),
    version,
    arch: archName(),
    platform: 'native',
  }
}
