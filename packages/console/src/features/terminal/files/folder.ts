// What is in a folder of the device.
import { inside } from './path.ts'
import type { Attributes, Named, Sftp } from './sftp.ts'

export interface Entry extends Named {
  /** Absolute: what is done to it is done here, whatever folder is shown by then. */
  readonly path: string
  /** What a link leads to. */
  readonly leadsTo: Attributes['kind']
}

/** Folders first, then by name. */
export async function entriesOf(sftp: Sftp, folder: string): Promise<readonly Entry[]> {
  const named = await sftp.list(folder)
  const entries = await Promise.all(
    named.map(async (each): Promise<Entry> => {
      const path = inside(folder, each.name)
      if (each.kind !== 'link') return { ...each, path, leadsTo: each.kind }
      const target = await sftp.attributes(path).catch(() => undefined)
      return { ...each, path, size: target?.size ?? 0, leadsTo: target?.kind ?? 'other' }
    }),
  )
  const order = new Intl.Collator(undefined, { numeric: true })
  const isFolder = ({ leadsTo }: Entry): number => (leadsTo === 'folder' ? 0 : 1)
  return entries.toSorted((one, other) => isFolder(one) - isFolder(other) || order.compare(one.name, other.name))
}

/** Links are removed themselves, never what they lead to. */
export async function removeTree(sftp: Sftp, path: string): Promise<void> {
  const { kind } = await sftp.attributes(path, false)
  if (kind !== 'folder') return sftp.removeFile(path)
  for (const { name } of await sftp.list(path)) await removeTree(sftp, inside(path, name))
  return sftp.removeFolder(path)
}
