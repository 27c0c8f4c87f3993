import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { listMails, sendAgain, tryMail } from './mail.ts'

export const mailRoutes = [
  implement(contract.listMails, async ({ query, reply, services }) => {
    const { rows, total } = await listMails(services, query.status, pageOf(query))
    reply.header('X-Total-Count', String(total))
    reply.header('X-Mail-Server', services.mailer ? 'set' : 'none')
    return rows
  }),
  implement(contract.sendMailAgain, ({ params, changeServer, services }) =>
    changeServer((work) => sendAgain(services, work, params.id)),
  ),
  implement(contract.tryMail, ({ body, changeServer, services }) =>
    changeServer((work) => tryMail(services, work, { to: body.to, language: body.language ?? 'en' })),
  ),
]
