import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { time } from '../../platform/database/codecs.ts'
import { pageOf } from '../../platform/paging.ts'
import { type AnnouncementRow, listAnnouncements } from './announcements.store.ts'
import { announce, edit, getAnnouncement, takeBack } from './announcements.ts'

const presentShort = ({ uuid, title, published_at }: AnnouncementRow) => ({
  uuid,
  title,
  date: time.toWire(published_at),
})
const present = (row: AnnouncementRow) => ({ ...presentShort(row), content: row.content, source: row.source })

export const announcementRoutes = [
  implement(contract.listAnnouncements, async ({ query, reply, services: { database } }) => {
    const { rows, total } = await listAnnouncements(database, pageOf(query), query.order_by ?? 'desc')
    reply.header('X-Total-Count', String(total))
    return rows.map(presentShort)
  }),
  implement(contract.getAnnouncement, async ({ params, services: { database } }) =>
    present(await getAnnouncement(database, params.uuid)),
  ),
  implement(contract.adminListAnnouncements, async ({ query, reply, services: { database } }) => {
    const { rows, total } = await listAnnouncements(database, pageOf(query), query.order_by ?? 'desc')
    reply.header('X-Total-Count', String(total))
    return rows.map(present)
  }),
  implement(contract.adminGetAnnouncement, async ({ params, services: { database } }) =>
    present(await getAnnouncement(database, params.uuid)),
  ),
  implement(contract.adminCreateAnnouncement, async ({ body, changeServer, services }) =>
    present(await changeServer((work) => announce(work, body, services.clock.now()))),
  ),
  implement(contract.adminUpdateAnnouncement, async ({ params, body, changeServer }) =>
    present(await changeServer((work) => edit(work, params.uuid, body))),
  ),
  implement(contract.adminDeleteAnnouncement, ({ params, changeServer }) =>
    changeServer((work) => takeBack(work, params.uuid)),
  ),
]
