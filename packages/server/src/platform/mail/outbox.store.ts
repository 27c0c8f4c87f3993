import type { MailId } from '@sshore/contract'
import { sql } from 'kysely'
import type { MailsTable } from '../database/mail-tables.ts'
import type { Database } from '../database/schema.ts'
import { countOf, type Listed, listPage, type Page } from '../paging.ts'

/** Written out, since an index on part of a table is not taken for a parameter. */
const waiting = sql.lit('waiting' as const)

export async function insertMail(database: Database, row: MailsTable): Promise<void> {
  await database.insertInto('mails').values(row).execute()
}

export const findMail = (database: Database, id: MailId): Promise<MailsTable | undefined> =>
  database.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()

export async function countWaitingMails(database: Database): Promise<number> {
  return countOf(database.selectFrom('mails').where('status', '=', waiting))
}

/** Refused for good, as far as they are still known. */
export async function countFailedMails(database: Database): Promise<number> {
  return countOf(database.selectFrom('mails').where('status', '=', 'failed'))
}

export async function countMailsTo(
  database: Database,
  { kind, recipient }: Pick<MailsTable, 'kind' | 'recipient'>,
  since: number,
): Promise<number> {
  return countOf(
    database
      .selectFrom('mails')
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      .where('created_at', '>', since),
  )
}

export async function countMailsOf(database: Database, sender: string, since: number): Promise<number> {
  return countOf(database.selectFrom('mails').where('sender', '=', sender).where('created_at', '>', since))
}

/** Newest first. */
export async function listMailRows(
  database: Database,
  status: MailsTable['status'] | undefined,
  page: Page,
): Promise<Listed<MailsTable>> {
  const all = database
    .selectFrom('mails')
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? waiting))
  return listPage(all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'), page)
}

/** What is due first and in nobody's hands. */
export const findDueMail = (database: Database, now: number): Promise<MailsTable | undefined> =>
  database
    .selectFrom('mails')
    .selectAll()
    .where('status', '=', waiting)
    .where('due_at', '<=', now)
    .where('leased_until', '<=', now)
    .where('expires_at', '>', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** False when somebody else was faster. */
export async function leaseMail(
  database: Database,
  id: MailId,
  { now, until, lease }: { readonly now: number; readonly until: number; readonly lease: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('mails')
    .set({ leased_until: until, lease })
    .where('id', '=', id)
    .where('status', '=', waiting)
    .where('leased_until', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Writes down what came of it; nothing when the lease has run out and is somebody else's. */
export async function endMailLease(
  database: Database,
  id: MailId,
  lease: string,
  patch: Partial<Omit<MailsTable, 'id'>>,
): Promise<void> {
  await database
    .updateTable('mails')
    .set({ ...patch, leased_until: 0, lease: '' })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}

/** What failed for good, or waits for its next attempt, is due now. False where there is nothing to send any more. */
export async function makeDue(database: Database, id: MailId, now: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('mails')
    .set({ status: 'waiting', due_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'failed'])
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What waited too long is not sent, and what it said is forgotten. */
export async function expireMails(database: Database, now: number): Promise<void> {
  const over = database.updateTable('mails').where('expires_at', '<=', now).where('sealed_facts', '!=', '')
  await over
    .set({ sealed_facts: '', status: 'expired' })
    .where('status', '=', waiting)
    .where('leased_until', '<=', now)
    .execute()
  await over.set({ sealed_facts: '' }).where('status', '!=', 'waiting').execute()
}

export async function dropMailsBefore(database: Database, before: number): Promise<void> {
  await database.deleteFrom('mails').where('created_at', '<', before).where('status', '!=', 'waiting').execute()
}
