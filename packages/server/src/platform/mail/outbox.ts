// The outbox: a letter is written into the database with what it is about, in one transaction, and sent afterwards. It outlives a
// server that stops, and a mail server that is away; without a mail server it waits for whoever looks after the server.
import { randomUUID } from 'node:crypto'
import { Failure, limits, type MailId, type UserId } from '@sshore/contract'
import type { Services } from '../../services.ts'
import { hours } from '../clock.ts'
import type { MailsTable } from '../database/mail-tables.ts'
import type { Database } from '../database/schema.ts'
import { type Letter, lifetimeMilliseconds, notices } from './letters.ts'
import { countMailsOf, countMailsTo, countWaitingMails, insertMail } from './outbox.store.ts'

const sealContext = (id: MailId): string => `mail ${id}`

type Writing = Pick<Services, 'sealer' | 'clock'>

/** Who is written to about the same, and on whose behalf, is counted by the hour. */
async function isTooMuch(
  database: Database,
  { kind, recipient, sender }: Pick<MailsTable, 'kind' | 'recipient' | 'sender'>,
  since: number,
): Promise<boolean> {
  if ((await countMailsTo(database, { kind, recipient }, since)) >= limits.mail.perRecipientHour) return true
  return sender !== '' && (await countMailsOf(database, sender, since)) >= limits.mail.perSenderHour
}

/**
 * Puts a letter into the outbox; `database` is that of the change which it belongs to, so that it is sent exactly when that is
 * committed. `sender` is the user at whose will somebody else is written to. False when this address was written to about the same, or
 * this user has written, too often within the last hour: then nothing is sent. Fails with `mail_queue_full`, unless the letter
 * only tells what has happened.
 */
export async function post(
  { sealer, clock }: Writing,
  database: Database,
  letter: Letter,
  sender: UserId | '' = '',
): Promise<boolean> {
  const { kind, language, facts } = letter
  const now = clock.now()
  const recipient = letter.to.toLowerCase()
  if (await isTooMuch(database, { kind, recipient, sender }, now - hours(1))) return false
  if ((await countWaitingMails(database)) >= limits.mail.waitingMost) {
    if (notices.has(kind)) return false
    throw new Failure('mail_queue_full')
  }
  const id = randomUUID() as string as MailId
  await insertMail(database, {
    id,
    kind,
    recipient,
    sender,
    language,
    sealed_facts: sealer.seal(Buffer.from(JSON.stringify(facts)), sealContext(id)),
    status: 'waiting',
    attempts: 0,
    created_at: now,
    due_at: now,
    expires_at: now + lifetimeMilliseconds[kind],
    attempted_at: null,
    problem: '',
    leased_until: 0,
    lease: '',
  })
  return true
}

/** What was posted; undefined once that is forgotten. */
export function letterOf({ sealer }: Pick<Services, 'sealer'>, row: MailsTable): Letter | undefined {
  if (row.sealed_facts === '') return undefined
  const facts: unknown = JSON.parse(sealer.open(row.sealed_facts, sealContext(row.id)).toString())
  // Sealed by `post`, with the kind beside it.
  return { kind: row.kind, to: row.recipient, language: row.language, facts } as Letter
}
