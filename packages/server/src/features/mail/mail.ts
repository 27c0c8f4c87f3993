// The outbox as whoever looks after the server sees it: where no mail server is set up, they hand the links on themselves.
import { Failure, type Language, type Mail, type MailId } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import type { AdministratorCaller } from '../../http/caller.ts'
import type { Changing } from '../../http/implement.ts'
import { time } from '../../platform/database/codecs.ts'
import type { MailsTable } from '../../platform/database/mail-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { compose } from '../../platform/mail/compose.ts'
import { letterOf, post } from '../../platform/mail/outbox.ts'
import { findMail, listMailRows, makeDue } from '../../platform/mail/outbox.store.ts'
import type { Listed, Page } from '../../platform/paging.ts'
import type { Services } from '../../services.ts'

/** `open`: with what is in it, while it was not sent yet. */
function present(services: Pick<Services, 'sealer' | 'options'>, row: MailsTable, open: boolean): Mail {
  const letter = open ? letterOf(services, row) : undefined
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

/** Whoever has the machine may see all; other administrators only what they have to hand on themselves. */
const maySee = ({ mailer }: Pick<Services, 'mailer'>, { user }: AdministratorCaller): boolean => !user || !mailer

/** Newest first. That an administrator has seen what opens accounts is told. */
export async function listMails(
  services: Services,
  changeServer: Changing['changeServer'],
  caller: AdministratorCaller,
  { status, page }: { readonly status: MailsTable['status'] | undefined; readonly page: Page },
): Promise<Listed<Mail>> {
  const { rows, total } = await listMailRows(services.database, status, page)
  const open = maySee(services, caller)
  const seen = caller.user && open ? rows.filter(({ sealed_facts: sealed }) => sealed !== '') : []
  if (seen.length > 0) {
    const after = { ids: seen.map(({ id }) => id) }
    await changeServer(({ changed }) => changed({ what: 'mail.read', target: { kind: 'mail', id: '' }, after }))
  }
  return { rows: rows.map((row) => present(services, row, open)), total }
}

type Posting = Pick<Services, 'sealer' | 'clock' | 'options' | 'mailer'>

/** Has a mail that was not sent yet tried again at once. Fails with `mail_not_found` or `mail_over`. */
export async function sendAgain(
  services: Posting,
  { database, changed }: Work,
  caller: AdministratorCaller,
  id: MailId,
): Promise<Mail> {
  const before = await getMail(database, id)
  if (!(await makeDue(database, id, services.clock.now()))) throw new Failure('mail_over')
  const target = { kind: 'mail', id, name: before.kind } as const
  await changed({ what: 'mail.send-again', target, after: { recipient: before.recipient } })
  return present(services, await getMail(database, id), maySee(services, caller))
}

async function getMail(database: Database, id: MailId): Promise<MailsTable> {
  const row = await findMail(database, id)
  if (!row) throw new Failure('mail_not_found')
  return row
}

/** Posts a letter that only shows that mail arrives. Fails with `mail_limit`. */
export async function tryMail(
  services: Posting,
  work: Work,
  { to, language }: { readonly to: string; readonly language: Language },
): Promise<void> {
  const letter = { kind: 'trial', to, language, facts: {} } as const
  if (!(await post(services, work.database, letter))) throw new Failure('mail_limit')
  await work.changed({ what: 'mail.try', target: { kind: 'mail', id: '', name: 'trial' }, after: { recipient: to } })
}
