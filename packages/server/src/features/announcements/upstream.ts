// Following another server: what it announces is announced here too, until it takes it back.
import { Announcement, AnnouncementShort, limits } from '@sshore/contract'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { seconds } from '../../platform/clock.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { type AnnouncementRow, findAnnouncement, replaceUpstream } from './announcements.store.ts'

async function textOf(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const piece of reply.body ?? []) {
    bytes += piece.length
    if (bytes > limits.announcements.followedBytes) throw new Error('The answer is too large.')
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

async function fetched<Schema extends TSchema>(
  schema: Schema,
  address: URL,
  stopping: AbortSignal,
): Promise<Static<Schema>> {
  const late = AbortSignal.timeout(seconds(limits.announcements.timeoutSeconds))
  const signal = AbortSignal.any([late, stopping])
  const reply = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/json' } })
  if (!reply.ok) throw new Error(`${address.href} answers ${reply.status}.`)
  const body: unknown = JSON.parse(await textOf(reply))
  if (!Value.Check(schema, body)) throw new Error(`${address.href} answers something else than announcements.`)
  return body
}

/** Fetches what is new upstream; the text of what is known already, by identifier, title and date, is not fetched again. */
export async function follow({ options, database, log }: Services, stopping: AbortSignal): Promise<void> {
  const { announcementsUrl: base } = options
  if (base === undefined) return
  const at = (path: string): URL => new URL(`${base.replace(/\/+$/, '')}/api/announcements${path}`)
  const most = limits.announcements.followedMost
  try {
    const list = await fetched(Type.Array(AnnouncementShort), at(`?per_page=${most}&order_by=desc`), stopping)
    const rows: AnnouncementRow[] = []
    for (const { uuid, title, date } of list.slice(0, most)) {
      const published_at = Date.parse(date)
      const known = await findAnnouncement(database, uuid)
      const same = known?.source === 'upstream' && known.title === title && known.published_at === published_at
      const { content } = same ? known : await fetched(Announcement, at(`/${uuid}`), stopping)
      rows.push({ uuid, source: 'upstream', title, content, published_at })
    }
    await transactFreely(database, (transaction) => replaceUpstream(transaction, rows))
  } catch (error) {
    if (stopping.aborted) return
    log.warn(
      { err: error },
      'the announcements of the server that is followed could not be fetched; the last ones stay',
    )
  }
}
