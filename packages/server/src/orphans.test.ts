// What is deleted takes along all that belonged to it. Which tables there are is read from the schema.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { engineOf } from './platform/database/engine.ts'
import type { Database } from './platform/database/schema.ts'
import { furnished } from './conformance/test-furnished.ts'
import { invitedBy } from './test-accounts.ts'
import { everyRow } from './test-database.ts'
import { startTestServer } from './test-server.ts'

/** Columns that name a row of another table. */
const parents: Readonly<Record<string, readonly [table: string, column: string]>> = {
  tenant_id: ['namespaces', 'tenant_id'],
  preferred_tenant_id: ['namespaces', 'tenant_id'],
  device_uid: ['devices', 'uid'],
  session_uid: ['sessions', 'uid'],
  user_id: ['users', 'id'],
  owner_id: ['users', 'id'],
  created_by: ['users', 'id'],
  invited_by: ['users', 'id'],
  webhook_id: ['webhooks', 'id'],
}

/** These look like it and name nothing of ours. */
const plainColumns = new Set(['id', 'uid', 'info_id', 'key_id', 'event_id', 'actor_id', 'target_id', 'request_id'])

/** Rows that refer to what is not there, as `table.column`. */
async function orphans(database: Database): Promise<string[]> {
  const found: string[] = []
  for (const { name, columns } of await database.introspection.getTables()) {
    for (const { name: column } of columns) {
      const [parent, key] = parents[column] ?? []
      if (parent === undefined || key === undefined) {
        if (/_(id|uid|by)$/.test(column)) expect([...plainColumns], `${name}.${column} is known`).toContain(column)
        continue
      }
      const { rows } = await sql<object>`
        select 1 from ${sql.table(name)} as child where child.${sql.ref(column)} is not null and not exists
        (select 1 from ${sql.table(parent)} as parent where parent.${sql.ref(key)} = child.${sql.ref(column)})`.execute(
        database,
      )
      found.push(...rows.map(() => `${name}.${column}`))
    }
  }
  return found
}

/** How many rows of each table have this value in this column. */
async function rowsWith(database: Database, column: string, value: string): Promise<Record<string, number>> {
  const rows = await everyRow(database)
  const tables = (await database.introspection.getTables()).filter(({ columns }) =>
    columns.some(({ name }) => name === column),
  )
  const has = (row: unknown): boolean =>
    typeof row === 'object' && Object.entries(row ?? {}).some(([k, v]) => k === column && v === value)
  return Object.fromEntries(tables.map(({ name }) => [name, (rows[name] ?? []).filter(has).length]))
}

const filled = (counts: Record<string, number>): string[] => Object.keys(counts).filter((table) => counts[table] !== 0)

async function furnishedStack() {
  await using undo = new AsyncDisposableStack()
  const stack = undo.use(await startTestServer())
  const ana = await furnished(stack, 'ana')
  const bob = await furnished(stack, 'bob')
  const { database } = undo.use(await stack.openDatabase())
  const resources = undo.move()
  return { stack, ana, bob, database, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

test('a deleted namespace leaves nothing behind, and takes nothing of another', async () => {
  await using world = await furnishedStack()
  const { ana, bob, database } = world
  const before = await rowsWith(database, 'tenant_id', ana.tenantId)
  for (const [table, total] of Object.entries(before)) expect([table, total]).not.toEqual([table, 0])
  const others = await rowsWith(database, 'tenant_id', bob.tenantId)
  await ana.client.deleteNamespace({ params: { tenant: ana.tenantId } })
  expect(filled(await rowsWith(database, 'tenant_id', ana.tenantId))).toEqual([])
  expect(await rowsWith(database, 'tenant_id', bob.tenantId)).toEqual(others)
  expect(await orphans(database)).toEqual([])
})

test('a removed device leaves nothing behind, and takes nothing of another', async () => {
  await using world = await furnishedStack()
  const { ana, bob, database } = world
  const { uid } = ana.device
  expect(filled(await rowsWith(database, 'device_uid', uid))).toEqual(
    expect.arrayContaining(['device_tags', 'sessions']),
  )
  const others = await rowsWith(database, 'tenant_id', bob.tenantId)
  await ana.client.removeDevice({ params: { uid } })
  expect(filled(await rowsWith(database, 'device_uid', uid))).toEqual([])
  expect(await rowsWith(database, 'tenant_id', bob.tenantId)).toEqual(others)
  expect(await orphans(database)).toEqual([])
})

test('a deleted user and a removed member leave nothing behind', async () => {
  await using world = await furnishedStack()
  const { stack, ana, bob, database } = world
  const join = (user: string) =>
    stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user, role: 'operator' } })
  await stack.internal.createUser({
    body: { username: 'carol', email: 'carol@example.org', password: 'correct horse' },
  })
  await join('carol')
  const carol = await stack.signIn('carol')
  expect(filled(await rowsWith(database, 'user_id', carol.id))).toEqual(
    expect.arrayContaining(['memberships', 'user_credentials']),
  )
  await join('bob')
  const own = await rowsWith(database, 'user_id', bob.id)
  await ana.client.removeMember({ params: { tenant: ana.tenantId, uid: bob.id } })
  expect(await rowsWith(database, 'user_id', bob.id)).toEqual({ ...own, memberships: 1 })
  // Who accepted her invitation stays; who has not answered it is invited no more.
  await ana.client.updateMember({ params: { tenant: ana.tenantId, uid: carol.id }, body: { role: 'administrator' } })
  const link = await invitedBy(carol.client, ana.tenantId, 'bob@example.org')
  await bob.client.acceptInvite({ params: { tenant: ana.tenantId }, body: { sig: link.sig } })
  await invitedBy(carol.client, ana.tenantId, 'dora@example.org')
  const invites = () => rowsWith(database, 'invited_by', carol.id)
  expect(await invites()).toEqual({ invites: 2 })
  await stack.internal.deleteUser({ params: { username: 'carol' } })
  expect(filled(await rowsWith(database, 'user_id', carol.id))).toEqual([])
  expect(await invites()).toEqual({ invites: 0 })
  expect(await orphans(database)).toEqual([])
})

test('a row that refers to nothing is found', async () => {
  await using world = await furnishedStack()
  const { database, ana } = world
  const row = { tenant_id: ana.tenantId, device_uid: ana.device.uid, tag: 'planted' }
  await database.insertInto('device_tags').values(row).execute()
  expect(await orphans(database)).toEqual([])
  await forgetDevice(database, ana.device.uid)
  expect(await orphans(database)).toEqual(expect.arrayContaining(['device_tags.device_uid', 'sessions.device_uid']))
})

/** As a table without a foreign key would: the device goes, what refers to it stays. */
async function forgetDevice(database: Database, uid: string): Promise<void> {
  await database.connection().execute(async (connection) => {
    const off = isPostgres(database) ? sql`set session_replication_role = replica` : sql`pragma foreign_keys = off`
    const on = isPostgres(database) ? sql`set session_replication_role = origin` : sql`pragma foreign_keys = on`
    await off.execute(connection)
    await sql`delete from devices where uid = ${uid}`.execute(connection)
    await on.execute(connection)
  })
}

const isPostgres = (database: Database): boolean => engineOf(database) === 'postgres'
