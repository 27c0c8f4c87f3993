// The outbox as whoever looks after the server sees it: where no mail server is set up, they hand the links on themselves.
import { Failure, type Language, type Mail, type MailId } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import { time } from '../../platform/database/codecs.ts'
import type { MailsTable } from '../../platform/database/mail-tables.ts'
import { compose } from '../../platform/mail/compose.ts'
import { letterOf, post } from '../../platform/mail/outbox.ts'
import { findMail, listMailRows, makeDue } from '../../platform/mail/outbox.store.ts'
import type { Listed, Page } from '../../platform/paging.ts'
import type { Services } from '../../services.ts'

/** With the text of what was not sent yet. */
function present(services: Pick<Services, 'sealer' | 'options'>, row: MailsTable): Mail {
  const letter = letterOf(services, row)
  const composed = letter && compose(letter, services.options.publicUrl ?? '')
  const path = letter && 'path' in letter.facts ? letter.facts.path : ''
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    language: row.language,
    status: row.status,
    attempts: row.attempts,
    created_at: time.toWire(row.created_at),
    attempted_at: time.toWire(row.attempted_at),
    due_at: time.toWire(row.due_at),
    expires_at: time.toWire(row.expires_at),
    problem: row.problem,
    subject: composed?.subject ?? '',
    text: composed?.text ?? '',
    link: path === '' ? '' : `${services.options.publicUrl ?? ''}${path}`,
  }
}

/** Newest first. */
export async function listMails(
  services: Pick<Services, 'database' | 'sealer' | 'options'>,
  status: MailsTable['status'] | undefined,
  page: Page,
): Promise<Listed<Mail>> {
  const { rows, total } = await listMailRows(services.database, status, page)
  return { rows: rows.map((row) => present(services, row)), total }
}

type Posting = Pick<Services, 'sealer' | 'clock' | 'options'>

async function getMail(services: Posting, { database }: Work, id: MailId): Promise<Mail> {
  const row = await findMail(database, id)
  if (!row) throw new Failure('mail_not_found')
  return present(services, row)
}

/** Has a mail that was not sent yet tried again at once. Fails with `mail_not_found` or `mail_over`. */
export async function sendAgain(services: Posting, work: Work, id: MailId): Promise<Mail> {
  const before = await getMail(services, work, id)
  if (!(await makeDue(work.database, id, services.clock.now()))) throw new Failure('mail_over')
  const target = { kind: 'mail', id, name: before.kind } as const
  await work.changed({ what: 'mail.send-again', target, after: { recipient: before.recipient } })
  return getMail(services, work, id)
}

/** Posts a letter that only shows that mail arrives. Fails with `mail_limit`. */
export async function tryMail(
  services: Posting,
  work: Work,
  { to, language }: { readonly to: string; readonly language: Language },
): Promise<void> {
  if (!(await post(services, work.database, { kind: 'trial', to, language, facts: {} })))
    throw new Failure('mail_limit')
  await work.changed({ what: 'mail.try', target: { kind: 'mail', id: '', name: 'trial' }, after: { recipient: to } })
}
