// What administrators of the server write for everybody.
import { randomUUID } from 'node:crypto'
import { type AnnouncementId, Failure } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import type { Database } from '../../platform/database/schema.ts'
import {
  type AnnouncementRow,
  findAnnouncement,
  insertAnnouncement,
  removeAnnouncement,
  updateAnnouncement,
} from './announcements.store.ts'

export interface Choices {
  readonly title: string
  readonly content: string
}

/** Fails with `announcement_not_found`. */
export async function getAnnouncement(database: Database, uuid: AnnouncementId): Promise<AnnouncementRow> {
  const row = await findAnnouncement(database, uuid)
  if (!row) throw new Failure('announcement_not_found')
  return row
}

async function getOwn(database: Database, uuid: AnnouncementId): Promise<AnnouncementRow> {
  const row = await getAnnouncement(database, uuid)
  if (row.source !== 'own') throw new Failure('announcement_of_upstream')
  return row
}

const target = ({ uuid: id, title: name }: AnnouncementRow) => ({ kind: 'announcement', id, name }) as const
const factsOf = ({ title, content }: Choices) => ({ title, content_chars: content.length })

export async function announce({ database, changed }: Work, choices: Choices, now: number): Promise<AnnouncementRow> {
  const uuid = randomUUID() as AnnouncementId
  const row: AnnouncementRow = { uuid, source: 'own', ...choices, published_at: now }
  await insertAnnouncement(database, row)
  await changed({ what: 'announcement.create', target: target(row), after: factsOf(row) })
  return row
}

/** Fails with `announcement_not_found` or `announcement_of_upstream`. */
export async function edit(
  { database, changed }: Work,
  uuid: AnnouncementId,
  { title, content }: Choices,
): Promise<AnnouncementRow> {
  const known = await getOwn(database, uuid)
  const row = { ...known, title, content }
  await updateAnnouncement(database, uuid, { title, content })
  await changed({ what: 'announcement.update', target: target(row), before: factsOf(known), after: factsOf(row) })
  return row
}

/** Fails with `announcement_not_found` or `announcement_of_upstream`. */
export async function takeBack({ database, changed }: Work, uuid: AnnouncementId): Promise<void> {
  const known = await getOwn(database, uuid)
  await removeAnnouncement(database, uuid)
  await changed({ what: 'announcement.remove', target: target(known), before: factsOf(known) })
}
