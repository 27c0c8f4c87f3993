// What people write on devices. A tag may be new; it is there from then on.
import { type DeviceUid, Failure, limits } from '@sshore/contract'
import type { Change, TagHolder } from '../../hooks.ts'
import { deleteTagRows, listDistinctTags, renameTagRows, tagsOf, writeTags } from './device-tags.store.ts'
import { getDevice } from './devices.store.ts'

async function currentTags({ database, scope }: Change, uid: DeviceUid): Promise<{ name: string; tags: string[] }> {
  const { name } = await getDevice(database, scope, uid)
  return { name, tags: (await tagsOf(database, scope, [uid])).get(uid) ?? [] }
}

async function replaceTags(change: Change, uid: DeviceUid, tags: readonly string[]): Promise<void> {
  const { database, scope, changed } = change
  const { name, tags: before } = await currentTags(change, uid)
  const after = tags.toSorted()
  await writeTags(database, scope, uid, after)
  const target = { kind: 'device', id: uid, name } as const
  await changed({ what: 'device.tags', target, before: { tags: before }, after: { tags: after } })
}

/** Fails with `device_not_found`, `tag_exists` or `tag_limit_reached`. */
export async function addTag(change: Change, uid: DeviceUid, tag: string): Promise<void> {
  const { tags } = await currentTags(change, uid)
  if (tags.includes(tag)) throw new Failure('tag_exists', { fields: ['tag'] })
  if (tags.length >= limits.tag.perItem) throw new Failure('tag_limit_reached')
  await replaceTags(change, uid, [...tags, tag])
}

/** Fails with `device_not_found`. */
export const setTags = (change: Change, uid: DeviceUid, tags: readonly string[]): Promise<void> =>
  replaceTags(change, uid, tags)

/** Fails with `device_not_found` or `tag_not_found`. */
export async function removeTag(change: Change, uid: DeviceUid, tag: string): Promise<void> {
  const { tags } = await currentTags(change, uid)
  if (!tags.includes(tag)) throw new Failure('tag_not_found')
  await replaceTags(
    change,
    uid,
    tags.filter((other) => other !== tag),
  )
}

export const deviceTagHolder: TagHolder = {
  list: listDistinctTags,
  rename: ({ database, scope }, from, to) => renameTagRows(database, scope, from, to),
  remove: ({ database, scope }, tag) => deleteTagRows(database, scope, tag),
}
