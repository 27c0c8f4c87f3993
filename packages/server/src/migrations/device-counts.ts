// Every list shows how many there are in all; to count a hundred thousand rows takes longer than to fetch a page of them, so
// the database keeps the counts itself, cascades included.
import { sql } from 'kysely'
import { engineOf } from '../platform/database/engine.ts'
import type { Database } from '../platform/database/schema.ts'

async function onSqlite(database: Database): Promise<void> {
  const add = sql`
    insert into device_counts (tenant_id, status, total) values (new.tenant_id, new.status, 1)
    on conflict (tenant_id, status) do update set total = total + 1;`
  const take = sql`
    update device_counts set total = total - 1 where tenant_id = old.tenant_id and status = old.status;`
  await sql`create trigger devices_counted_in after insert on devices begin ${add} end`.execute(database)
  await sql`create trigger devices_counted_out after delete on devices begin ${take} end`.execute(database)
  await sql`
    create trigger devices_counted_again after update of status on devices when old.status <> new.status
    begin ${take} ${add} end`.execute(database)
}

/**
 * Once for each statement where many rows may come or go: a row that one transaction updates a hundred thousand times leaves
 * as many versions behind, and PostgreSQL walks them all.
 */
async function onPostgres(database: Database): Promise<void> {
  await sql`
    create function devices_counted_in() returns trigger language plpgsql as $$ begin
      insert into device_counts as kept (tenant_id, status, total)
        select tenant_id, status, count(*) from added group by tenant_id, status order by tenant_id, status
        on conflict (tenant_id, status) do update set total = kept.total + excluded.total;
      return null;
    end $$`.execute(database)
  await sql`
    create function devices_counted_out() returns trigger language plpgsql as $$ begin
      update device_counts set total = total - gone.times
        from (select tenant_id, status, count(*) as times from removed group by tenant_id, status) as gone
        where device_counts.tenant_id = gone.tenant_id and device_counts.status = gone.status;
      return null;
    end $$`.execute(database)
  await sql`
    create function devices_counted_again() returns trigger language plpgsql as $$ begin
      update device_counts set total = total - 1 where tenant_id = old.tenant_id and status = old.status;
      insert into device_counts as kept (tenant_id, status, total) values (new.tenant_id, new.status, 1)
        on conflict (tenant_id, status) do update set total = kept.total + 1;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger devices_counted_in after insert on devices referencing new table as added
    for each statement execute function devices_counted_in()`.execute(database)
  await sql`
    create trigger devices_counted_out after delete on devices referencing old table as removed
    for each statement execute function devices_counted_out()`.execute(database)
  await sql`
    create trigger devices_counted_again after update of status on devices
    for each row when (old.status <> new.status) execute function devices_counted_again()`.execute(database)
}

export const countDevices = (database: Database): Promise<void> =>
  engineOf(database) === 'postgres' ? onPostgres(database) : onSqlite(database)
