import {
  type BodyOf,
  type Contract,
  contract,
  Failure,
  type Fingerprint,
  type PublicKey,
  type PublicKeyFilter,
} from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { change } from '../../platform/change.ts'
import type { Database } from '../../platform/database/schema.ts'
import { pageOf } from '../../platform/paging.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { findDevice, tagsOf } from '../devices/index.ts'
import { getNamespaceByName } from '../namespaces/index.ts'
import { parseKeyField, presentKeyLine } from './openssh-key.ts'
import { filterColumns, filterOf, presentPublicKey } from './public-keys.presenter.ts'
import {
  deletePublicKeyRow,
  findPublicKey,
  getPublicKey,
  insertPublicKey,
  knownTags,
  listPublicKeys,
  updatePublicKeyRow,
} from './public-keys.store.ts'
import { checkKeyRules, opens } from './public-keys.ts'

/** A filter names tags that exist, or a typing error would close every door without a word. */
async function checkTags(database: Database, scope: Scope, filter: PublicKeyFilter): Promise<void> {
  if (!('tags' in filter)) return
  const known = await knownTags(database, scope, filter.tags)
  const missing = filter.tags.find((tag) => !known.has(tag))
  if (missing === undefined) return
  throw new Failure('tag_not_found', {
    fields: ['filter.tags'],
    message: `There is no tag ${missing} in this namespace; give it to a device first.`,
  })
}

async function register(
  { database, clock }: Services,
  scope: Scope,
  { data, name, username, filter }: BodyOf<Contract['createPublicKey']>,
): Promise<PublicKey> {
  checkKeyRules({ username, filter })
  const { line, fingerprint } = parseKeyField(data)
  const rules = { name, username, ...filterColumns(filter) }
  const row = { tenant_id: scope.tenantId, fingerprint, line, created_at: clock.now(), ...rules }
  await change(database, scope, async (inside) => {
    await checkTags(inside.database, scope, filter)
    await insertPublicKey(inside.database, scope, row)
  })
  return presentPublicKey(row)
}

async function remove(database: Database, scope: Scope, fingerprint: Fingerprint): Promise<void> {
  const deleted = await deletePublicKeyRow(database, scope, fingerprint)
  if (!deleted) throw new Failure('public_key_not_found')
}

const scopeNamed = async ({ database }: Services, name: string): Promise<Scope> =>
  scopeOf((await getNamespaceByName(database, name)).tenant_id)

export const publicKeyRoutes = [
  implement(contract.listPublicKeys, async ({ query, caller, reply, services: { database } }) => {
    const { rows, total } = await listPublicKeys(database, caller.scope, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return rows.map(presentPublicKey)
  }),

  implement(contract.createPublicKey, ({ body, caller, services }) => register(services, caller.scope, body)),

  implement(contract.updatePublicKey, async ({ params, body, caller: { scope }, services: { database } }) => {
    checkKeyRules(body)
    const { name, username, filter } = body
    return change(database, scope, async (inside) => {
      const known = await getPublicKey(inside.database, scope, params.fingerprint)
      await checkTags(inside.database, scope, filter)
      const rules = { name, username, ...filterColumns(filter) }
      await updatePublicKeyRow(inside.database, scope, known.fingerprint, rules)
      return presentPublicKey({ ...known, ...rules })
    })
  }),

  implement(contract.deletePublicKey, ({ params, caller, services }) =>
    remove(services.database, caller.scope, params.fingerprint),
  ),

  implement(contract.listPublicKeysOf, async ({ params, query, reply, services }) => {
    const scope = await scopeNamed(services, params.name)
    const { rows, total } = await listPublicKeys(services.database, scope, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return rows.map(presentPublicKey)
  }),

  implement(contract.createPublicKeyFor, async ({ params, body, services }) =>
    register(services, await scopeNamed(services, params.name), body),
  ),

  implement(contract.deletePublicKeyOf, async ({ params, services }) =>
    remove(services.database, await scopeNamed(services, params.name), params.fingerprint),
  ),

  implement(contract.evaluatePublicKey, async ({ body, services: { database } }) => {
    const scope = scopeOf(body.tenant_id)
    const key = await findPublicKey(database, scope, body.fingerprint)
    if (!key) return { outcome: 'unknown_key' } as const
    const device = await findDevice(database, scope, body.device_uid)
    if (device?.status !== 'accepted') return { outcome: 'other_device' } as const
    const deviceTags = (await tagsOf(database, scope, [device.uid])).get(device.uid) ?? []
    const door = { username: body.username, deviceName: device.name, deviceTags }
    const outcome = opens({ username: key.username, filter: filterOf(key) }, door)
    return outcome === 'allowed' ? { outcome, data: presentKeyLine(key.line) } : { outcome }
  }),
]
