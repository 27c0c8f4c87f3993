// What belongs to one namespace does not exist for another.
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { contract, type Endpoint, type EndpointId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { requestOf } from './test-request.ts'
import { samples } from './test-samples.ts'
import { acceptedDevice, openSession, tagDevice } from './test-device.ts'
import { startTestServer, testServiceToken } from './test-server.ts'

const ids = Object.keys(contract) as EndpointId[]
const named = (id: EndpointId): Endpoint => contract[id]

/** Those that name something in their path, and that a person calls. */
const idTaking = ids.filter((id) => {
  const { access, params } = named(id)
  return params !== undefined && (access.kind === 'member' || access.kind === 'user')
})

/** After these the caller is somebody else, so they come last. */
const last: readonly EndpointId[] = ['logout', 'deleteNamespace']
const inOrder = [...ids.filter((id) => !last.includes(id)), ...last]

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('what belongs to a namespace answers the owner of another one with 404', async () => {
  await using stack = await startTestServer()
  const world = { stack, ana: await stack.signUp('ana') }
  const bob = await stack.signUp('bob')
  expect(idTaking.length).toBeGreaterThan(15)
  for (const id of idTaking) {
    const request = requestOf(named(id), await samples[id](world), bearer(bob.token))
    expect([id, (await stack.server.transport(request)).status]).toEqual([id, 404])
  }
})

test('the same input works for those to whom it belongs', async () => {
  await using stack = await startTestServer()
  const world = { stack, ana: await stack.signUp('ana') }
  const expected: Partial<Record<EndpointId, number>> = {
    // ana owns the namespace, and the server's own signature is another.
    leaveNamespace: 403,
    setup: 403,
  }
  for (const id of inOrder) {
    const e = named(id)
    const token = e.access.kind === 'internal' ? testServiceToken : (await stack.signIn('ana')).token
    const headers = e.access.kind === 'public' ? {} : bearer(token)
    const reply = await stack.server.transport(requestOf(e, await samples[id](world), headers))
    expect([id, reply.status], reply.text).toEqual([id, expected[id] ?? e.success.status])
  }
})

/** Rows that belong to a namespace, by table. */
function rowsOf(dataDir: string, tenantId: string): Record<string, unknown> {
  using database = new DatabaseSync(join(dataDir, 'sshore.db'))
  expect(database.prepare('pragma foreign_key_check').all()).toEqual([])
  const tables = database
    .prepare(
      "select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'tenant_id' where m.type = 'table'",
    )
    .all()
  const counts = tables.map(({ name }) => {
    const row = database.prepare(`select count(*) as total from "${String(name)}" where tenant_id = ?`).get(tenantId)
    return [String(name), row?.['total']] as const
  })
  return Object.fromEntries(counts)
}

test('a deleted namespace leaves nothing behind', async () => {
  await using stack = await startTestServer()
  const world = { stack, ana: await stack.signUp('ana') }
  const { uid } = await acceptedDevice(stack, world.ana)
  tagDevice(stack, world.ana.tenantId, uid, 'bench')
  await openSession(stack, uid)
  await samples.getPairing(world)
  const { data } = (await samples.createPublicKey(world)).body ?? {}
  const filter = { tags: ['bench'] }
  await world.ana.client.createPublicKey({ body: { data: String(data), name: 'laptop', username: '.*', filter } })

  const before = rowsOf(stack.dataDir, world.ana.tenantId)
  for (const [table, total] of Object.entries(before)) expect([table, total]).not.toEqual([table, 0])
  await world.ana.client.deleteNamespace({ params: { tenant: world.ana.tenantId } })
  const after = rowsOf(stack.dataDir, world.ana.tenantId)
  expect(Object.values(after).filter((total) => total !== 0)).toEqual([])
  expect(Object.keys(after).toSorted()).toEqual(
    expect.arrayContaining([
      'device_counts',
      'device_tags',
      'devices',
      'pairings',
      'public_key_tags',
      'public_keys',
      'sessions',
    ]),
  )
})
