import type { Device } from '@sshore/contract'

/** Devices whose name, tags, system or hardware address contain the text, whatever the case. */
export function matching(devices: readonly Device[], text: string): readonly Device[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return devices
  return devices.filter(({ name, tags, info, identity }) =>
    [name, ...tags, info.pretty_name, info.arch, identity.mac].some((word) => word.toLowerCase().includes(wanted)),
  )
}
