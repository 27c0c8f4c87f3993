// Tags have no record of their own: one is there as long as something carries it. Who carries any is known by hooks.
import { Failure } from '@sshore/contract'
import type { Change, Hooks } from '../../hooks.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

/** All tags of a namespace, each once, in alphabetical order. */
export async function listTags(hooks: Hooks, database: Database, scope: Scope): Promise<string[]> {
  const carried = await Promise.all(hooks.list('tag.holder').map((holder) => holder.list(database, scope)))
  return [...new Set(carried.flat())].toSorted()
}

async function requireTag(hooks: Hooks, { database, scope }: Change, tag: string): Promise<readonly string[]> {
  const known = await listTags(hooks, database, scope)
  if (!known.includes(tag)) throw new Failure('tag_not_found')
  return known
}

/** A filter names tags that exist, or a typing error would close every door, or open one, without a word. Fails with `tag_not_found`. */
export async function requireTags(
  hooks: Hooks,
  { database, scope }: Change,
  tags: readonly string[],
  field: string,
): Promise<void> {
  if (tags.length === 0) return
  const known = await listTags(hooks, database, scope)
  const missing = tags.find((tag) => !known.includes(tag))
  if (missing === undefined) return
  throw new Failure('tag_not_found', {
    fields: [field],
    message: `There is no tag ${missing} in this namespace; give it to a device first.`,
  })
}

/** Renames a tag wherever it is; to its own name changes nothing. Fails with `tag_not_found` or `tag_exists`. */
export async function renameTag(hooks: Hooks, change: Change, from: string, to: string): Promise<void> {
  const known = await requireTag(hooks, change, from)
  if (from === to) return
  if (known.includes(to)) throw new Failure('tag_exists', { fields: ['tag'] })
  for (const holder of hooks.list('tag.holder')) await holder.rename(change, from, to)
  const target = { kind: 'tag', id: to } as const
  await change.changed({ what: 'tag.rename', target, before: { tag: from }, after: { tag: to } })
}

/** Removes a tag wherever it is. Fails with `tag_not_found` or `tag_in_filter`. */
export async function removeTag(hooks: Hooks, change: Change, tag: string): Promise<void> {
  await requireTag(hooks, change, tag)
  for (const holder of hooks.list('tag.holder')) await holder.remove(change, tag)
  await change.changed({ what: 'tag.remove', target: { kind: 'tag', id: tag }, before: { tag } })
}
