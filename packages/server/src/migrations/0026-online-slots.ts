// When it was counted how many devices are online: a count is written only where it is another one than before.
import { sql } from 'kysely'
import type { Migration } from '../platform/database/migrate.ts'

export const onlineSlots: Migration = {
  number: 26,
  name: 'online-slots',
  async up(database) {
    await database.schema
      .createTable('online_slots')
      .addColumn('step_seconds', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('online_slots_key', ['step_seconds', 'at'])
      .execute()
    await sql`insert into online_slots (step_seconds, at) select distinct step_seconds, at from online_counts`.execute(
      database,
    )
    // A namespace whose devices were gone had no row, which now means that nothing has changed.
    await sql`
      insert into online_counts (tenant_id, step_seconds, at, online, registered)
      select counted.tenant_id, counted.step_seconds, following.at, 0, 0
      from online_counts as counted
      join online_slots as following on following.step_seconds = counted.step_seconds and following.at = (
        select min(slot.at) from online_slots as slot
        where slot.step_seconds = counted.step_seconds and slot.at > counted.at)
      where not exists (
        select 1 from online_counts as present
        where present.tenant_id = counted.tenant_id and present.step_seconds = counted.step_seconds
        and present.at = following.at)`.execute(database)
  },
}
