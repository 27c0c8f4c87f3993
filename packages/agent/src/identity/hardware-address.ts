import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StateFolder } from './state-folder.ts'

/** ARPHRD_ETHER of <net/if_arp.h>. */
const ethernet = 1
const identityFile = 'identity'
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
 * The address of the Ethernet interface with the lowest index, lower-case. Undefined on a device without one. `folder` is
 * sysfs's list of interfaces.
 */
export async function findHardwareAddress(folder = '/sys/class/net'): Promise<string | undefined> {
  const names = await readdir(folder).catch((): string[] => [])
  const found = await Promise.all(names.map((name) => readInterface(join(folder, name)).catch(() => undefined)))
  const [first] = found.filter((one) => one !== undefined).toSorted((left, right) => left.index - right.index)
  return first?.address.toLowerCase()
}

/**
 * What identifies a device unless its owner chose something else: its hardware address as it was at the first start.
 * Interfaces are changed, come up in another order or under a random address; the device stays the same one.
 */
export async function keptHardwareAddress(state: StateFolder, interfaces?: string): Promise<string | undefined> {
  const find = async () => (await state.find(identityFile))?.trim() || undefined
  const kept = await find()
  if (kept !== undefined) return kept
  const found = await findHardwareAddress(interfaces)
  if (found === undefined) return undefined
  await state.create(identityFile, `${found}\n`)
  // Of two agents that start at once, one was first.
  return (await find()) ?? found
}
