import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** ARPHRD_ETHER of <net/if_arp.h>. */
const ethernet = 1
const noAddress = '00:00:00:00:00:00'

interface Interface {
  readonly index: number
  readonly address: string
}

async function readInterface(folder: string): Promise<Interface | undefined> {
  const [type, index, address] = await Promise.all(
    ['type', 'ifindex', 'address'].map(async (name) => (await readFile(join(folder, name), 'utf8')).trim()),
  )
  if (Number(type) !== ethernet || address === undefined || address === noAddress) return undefined
  return { index: Number(index), address }
}

/**
 * The address of the Ethernet interface with the lowest index, lower-case: what identifies a device unless its owner
 * chose something else. Undefined on a device without one. `folder` is sysfs's list of interfaces.
 */
export async function findHardwareAddress(folder = '/sys/class/net'): Promise<string | undefined> {
  const names = await readdir(folder).catch((): string[] => [])
  const found = await Promise.all(names.map((name) => readInterface(join(folder, name)).catch(() => undefined)))
  const [first] = found.filter((one) => one !== undefined).toSorted((left, right) => left.index - right.index)
  return first?.address.toLowerCase()
}
