import type { AnnouncementId } from '@sshore/contract'
import type { AnnouncementsTable } from '../../platform/database/single-sign-on-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Listed, listPage, type Page } from '../../platform/paging.ts'

export type AnnouncementRow = AnnouncementsTable

export const findAnnouncement = (database: Database, uuid: AnnouncementId): Promise<AnnouncementRow | undefined> =>
  database.selectFrom('announcements').selectAll().where('uuid', '=', uuid).executeTakeFirst()

/** By date, in a total order (ties by uuid). */
export async function listAnnouncements(
  database: Database,
  page: Page,
  direction: 'asc' | 'desc',
): Promise<Listed<AnnouncementRow>> {
  return listPage(
    database.selectFrom('announcements').selectAll().orderBy('published_at', direction).orderBy('uuid', direction),
    page,
  )
}

export async function insertAnnouncement(database: Database, row: AnnouncementRow): Promise<void> {
  await database.insertInto('announcements').values(row).execute()
}

export async function updateAnnouncement(
  database: Database,
  uuid: AnnouncementId,
  fields: Pick<AnnouncementRow, 'title' | 'content'>,
): Promise<void> {
  await database.updateTable('announcements').set(fields).where('uuid', '=', uuid).execute()
}

export async function removeAnnouncement(database: Database, uuid: AnnouncementId): Promise<void> {
  await database.deleteFrom('announcements').where('uuid', '=', uuid).execute()
}

/** Puts these in the place of all that came from upstream; none of ours is touched. */
export async function replaceUpstream(database: Database, rows: readonly AnnouncementRow[]): Promise<void> {
  await database.deleteFrom('announcements').where('source', '=', 'upstream').execute()
  for (const row of rows) {
    await database
      .insertInto('announcements')
      .values(row)
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .execute()
  }
}
