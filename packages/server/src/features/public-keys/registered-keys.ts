// Registering, changing and removing the keys of a namespace.
import {
  type BodyOf,
  type Contract,
  Failure,
  type Fingerprint,
  limits,
  type PublicKey,
  type PublicKeyFilter,
} from '@sshore/contract'
import type { Change, Fact } from '../../hooks.ts'
import type { Services } from '../../services.ts'
import { requireTags } from '../tags/index.ts'
import { parseKeyField } from './openssh-key.ts'
import { filterColumns, presentPublicKey } from './public-keys.presenter.ts'
import {
  deletePublicKeyRow,
  getPublicKey,
  insertPublicKey,
  type PublicKeyRow,
  updatePublicKeyRow,
} from './public-keys.store.ts'
import { checkKeyRules } from './public-keys.ts'

const target = ({ fingerprint, name }: Pick<PublicKeyRow, 'fingerprint' | 'name'>): Fact['target'] => ({
  kind: 'public-key',
  id: fingerprint,
  name,
})

const factsOf = ({
  name,
  username,
  hostname,
  tags,
}: Pick<PublicKeyRow, 'name' | 'username' | 'hostname' | 'tags'>) => ({
  name,
  username,
  hostname,
  tags,
})

const tagsIn = (filter: PublicKeyFilter): readonly string[] => ('tags' in filter ? filter.tags : [])

/** Fails with `unprocessable_public_key`, `invalid_input` (a regex), `tag_not_found` or `public_key_exists`. */
export async function registerKey(
  services: Services,
  inside: Change,
  { data, name, username, filter }: BodyOf<Contract['createPublicKey']>,
): Promise<PublicKey> {
  const { database, scope, changed } = inside
  checkKeyRules({ username, filter })
  const { line, fingerprint } = parseKeyField(data)
  const rules = { name, username, ...filterColumns(filter) }
  const row = { tenant_id: scope.tenantId, fingerprint, line, created_at: services.clock.now(), ...rules }
  await requireTags(services.hooks, inside, tagsIn(filter), 'filter.tags')
  await insertPublicKey(database, scope, row)
  await changed({ what: 'public-key.create', target: target(row), after: factsOf(row) })
  return presentPublicKey(row)
}

/** Fails with `public_key_not_found`, `invalid_input` (a regex) or `tag_not_found`. */
export async function editKey(
  services: Services,
  inside: Change,
  fingerprint: Fingerprint,
  { name, username, filter }: BodyOf<Contract['updatePublicKey']>,
): Promise<PublicKey> {
  const { database, scope, changed } = inside
  checkKeyRules({ username, filter })
  const known = await getPublicKey(database, scope, fingerprint)
  await requireTags(services.hooks, inside, tagsIn(filter), 'filter.tags')
  const rules = { name, username, ...filterColumns(filter) }
  await updatePublicKeyRow(database, scope, fingerprint, rules)
  const now = { ...known, ...rules }
  await changed({ what: 'public-key.update', target: target(now), before: factsOf(known), after: factsOf(now) })
  return presentPublicKey(now)
}

/** Fails with `public_key_not_found`. */
export async function removeKey({ database, scope, changed }: Change, fingerprint: Fingerprint): Promise<void> {
  const known = await getPublicKey(database, scope, fingerprint)
  await deletePublicKeyRow(database, scope, fingerprint)
  await changed({ what: 'public-key.remove', target: target(known), before: factsOf(known) })
}

/** Tags are the filter of a key; one that is filtered by a host name has no place for them. */
async function getTaggedKey({ database, scope }: Change, fingerprint: Fingerprint): Promise<PublicKeyRow> {
  const key = await getPublicKey(database, scope, fingerprint)
  if (key.hostname === null) return key
  throw new Failure('public_key_without_tags')
}

async function writeKeyTags(inside: Change, key: PublicKeyRow, tags: readonly string[]): Promise<void> {
  const { database, scope, changed } = inside
  const { name, username, hostname, fingerprint } = key
  await updatePublicKeyRow(database, scope, fingerprint, { name, username, hostname, tags })
  await changed({ what: 'public-key.tags', target: target(key), before: { tags: key.tags }, after: { tags } })
}

/** Fails with `public_key_not_found`, `public_key_without_tags`, `tag_not_found`, `tag_exists` or `tag_limit_reached`. */
export async function addKeyTag(
  services: Services,
  inside: Change,
  fingerprint: Fingerprint,
  tag: string,
): Promise<void> {
  const key = await getTaggedKey(inside, fingerprint)
  await requireTags(services.hooks, inside, [tag], 'tag')
  if (key.tags.includes(tag)) throw new Failure('tag_exists', { fields: ['tag'] })
  if (key.tags.length >= limits.tag.perItem) throw new Failure('tag_limit_reached')
  await writeKeyTags(inside, key, [...key.tags, tag].toSorted())
}

/** Fails with `public_key_not_found`, `public_key_without_tags` or `tag_not_found`. */
export async function setKeyTags(
  services: Services,
  inside: Change,
  fingerprint: Fingerprint,
  tags: readonly string[],
): Promise<void> {
  const key = await getTaggedKey(inside, fingerprint)
  await requireTags(services.hooks, inside, tags, 'tags')
  await writeKeyTags(inside, key, tags.toSorted())
}

/**
 * Fails with `public_key_not_found`, `public_key_without_tags` or `tag_not_found`; and with `last_tag`, because a key without any tag
 * in its filter would open nothing, or, read otherwise, everything.
 */
export async function removeKeyTag(inside: Change, fingerprint: Fingerprint, tag: string): Promise<void> {
  const key = await getTaggedKey(inside, fingerprint)
  if (!key.tags.includes(tag)) throw new Failure('tag_not_found')
  if (key.tags.length === 1) throw new Failure('last_tag')
  await writeKeyTags(
    inside,
    key,
    key.tags.filter((other) => other !== tag),
  )
}
