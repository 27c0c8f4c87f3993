import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { listMails, sendAgain, tryMail } from './mail.ts'

export const mailRoutes = [
  implement(contract.listMails, async ({ query, caller, reply, changeServer, services }) => {
    const { status } = query
    const { rows, total } = await listMails(services, changeServer, caller, { status, page: pageOf(query) })
    reply.header('X-Total-Count', String(total))
    reply.header('X-Mail-Server', services.mailer ? 'set' : 'none')
    return rows
  }),
  implement(contract.sendMailAgain, ({ params, caller, changeServer, services }) =>
    changeServer((work) => sendAgain(services, work, caller, params.id)),
  ),
  implement(contract.tryMail, ({ body, changeServer, services }) =>
    changeServer((work) => tryMail(services, work, { to: body.to, language: body.language ?? 'en' })),
  ),
]
