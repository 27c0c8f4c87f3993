// The outbox of mail, for whoever looks after the server: in the console, or with `sshore mail` on the server's own machine.
import { type Static, Type } from 'typebox'
import { MailId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Email } from '../entities.ts'
import { languages } from '../languages.ts'
import { OneOf, Paging, Time, TotalCount } from '../schemas.ts'

const access = { kind: 'administrator' } as const
const feature = 'mail' as const

export const mailStatuses = ['waiting', 'sent', 'failed', 'expired'] as const

const Language = OneOf(languages, 'Language of the mail')

export const Mail = Type.Object({
  id: MailId,
  kind: Type.String({ description: 'What it is about', examples: ['password-recovery'] }),
  recipient: Type.String({ examples: ['ana@example.org'] }),
  language: Language,
  status: OneOf(
    mailStatuses,
    'waiting: for its first or next attempt; failed: refused for good; expired: good for nothing before it was sent',
  ),
  attempts: Type.Integer({ minimum: 0, examples: [0] }),
  created_at: Time,
  attempted_at: Time,
  due_at: Time,
  expires_at: Time,
  problem: Type.String({ description: 'Why the last attempt failed; empty when it did not' }),
  subject: Type.String({
    description:
      'Empty, as are text and link, once it was sent or has expired, and for administrators where a mail server is set up',
  }),
  text: Type.String(),
  link: Type.String({ description: 'Where it leads; a path alone where the address of the console is not set' }),
})
export type Mail = Static<typeof Mail>

export const listMails = endpoint({
  id: 'listMails',
  method: 'GET',
  path: '/admin/api/mails',
  feature,
  summary: 'List the mails of the server, newest first, with the text of those that were not sent yet',
  description:
    'What is in mails opens accounts. Administrators are shown it where no mail server is set up, so that they can hand it on, ' +
    'and that they were is written down; the command line beside the server always is.',
  access,
  query: Type.Object({ ...Paging, status: Type.Optional(OneOf(mailStatuses, 'Only these')) }),
  success: {
    status: 200,
    description: 'Mails',
    body: Type.Array(Mail),
    headers: Type.Object({
      ...TotalCount.properties,
      'X-Mail-Server': Type.String({
        description: '`none` where no mail server is set up: everything waits; else `set`',
      }),
    }),
  },
  errors: [],
})

export const sendMailAgain = endpoint({
  id: 'sendMailAgain',
  method: 'POST',
  path: '/admin/api/mails/{id}/send',
  feature,
  summary: 'Have a mail that waits or was refused tried at once',
  access,
  params: Type.Object({ id: MailId }),
  success: { status: 200, description: 'The mail', body: Mail },
  errors: ['mail_not_found', 'mail_over'],
})

export const tryMail = endpoint({
  id: 'tryMail',
  method: 'POST',
  path: '/admin/api/mails/trial',
  feature,
  summary: 'Post a mail that only shows that mail arrives',
  access,
  body: Type.Object({
    to: Type.String({ ...Email, examples: ['ana@example.org'] }),
    language: Type.Optional(Language),
  }),
  success: { status: 200, description: 'It is in the outbox' },
  errors: ['mail_limit', 'mail_queue_full'],
})
