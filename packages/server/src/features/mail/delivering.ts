// Sends what is in the outbox, where a mail server is set up. What a server was sending when it died is sent again once its lease is
// over; the identifier of the message is the same then.
import { randomUUID } from 'node:crypto'
import { limits } from '@sshore/contract'
import { hours, seconds } from '../../platform/clock.ts'
import type { MailsTable } from '../../platform/database/mail-tables.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { pauseAfter, sendWhatIsDue } from '../../platform/delivery/send-what-is-due.ts'
import { compose } from '../../platform/mail/compose.ts'
import type { Mailer, MailOutcome } from '../../platform/mail/mailer.ts'
import { letterOf } from '../../platform/mail/outbox.ts'
import { dropMailsBefore, endMailLease, expireMails, findDueMail, leaseMail } from '../../platform/mail/outbox.store.ts'
import type { Services } from '../../services.ts'

const { atOnce, keptDays, leaseSeconds, retrySeconds } = limits.mail

interface Task {
  readonly mail: MailsTable
  readonly lease: string
}

async function claim({ database, clock }: Services, mailer: Mailer): Promise<Task | undefined> {
  while (mailer.ready()) {
    const now = clock.now()
    const mail = await findDueMail(database, now)
    if (!mail) return undefined
    const lease = { now, until: now + seconds(leaseSeconds), lease: randomUUID() }
    // Another server may have been faster; then there is another one to look for.
    if (await transactFreely(database, (transaction) => leaseMail(transaction, mail.id, lease))) {
      return { mail, lease: lease.lease }
    }
  }
  return undefined
}

/** The last pause holds for all further attempts: they end when what is in the mail is good for nothing any more. */
const pauseOf = (attempts: number): number =>
  pauseAfter(retrySeconds, Math.min(attempts, retrySeconds.length)) ?? seconds(leaseSeconds)

function mailAfter({ attempts }: MailsTable, { problem, refused }: MailOutcome, now: number): Partial<MailsTable> {
  const tried = { attempts: attempts + 1, attempted_at: now, problem }
  if (problem === '') return { ...tried, status: 'sent', sealed_facts: '' }
  return refused ? { ...tried, status: 'failed' } : { ...tried, due_at: now + pauseOf(attempts + 1) }
}

async function attempt(
  services: Services,
  mailer: Mailer,
  { mail, lease }: Task,
  stopping: AbortSignal,
): Promise<void> {
  const { database, clock, log, options } = services
  const end = (patch: Partial<MailsTable>) =>
    transactFreely(database, (transaction) => endMailLease(transaction, mail.id, lease, patch))
  const letter = letterOf(services, mail)
  if (!letter) return end({ status: 'expired' })
  const composed = compose(letter, options.publicUrl ?? '')
  const outcome = await mailer.send({ ...composed, id: mail.id, to: mail.recipient }, stopping)
  // Cut short by our own stop: that is nobody's failure, and the next start sends it at once.
  if (stopping.aborted && outcome.problem !== '') return end({})
  if (outcome.problem !== '') {
    log.warn(
      { mail: mail.id, kind: mail.kind, attempts: mail.attempts + 1, refused: outcome.refused },
      'a mail was not taken',
    )
  }
  return end(mailAfter(mail, outcome, clock.now()))
}

/** Sends until nothing is due any more; nothing at all where no mail server is set up. */
export async function sendMails(services: Services, stopping: AbortSignal): Promise<void> {
  const { mailer, log } = services
  if (!mailer) return
  await sendWhatIsDue(
    {
      claim: () => claim(services, mailer),
      attempt: (task: Task) => attempt(services, mailer, task, stopping),
      brokeOff: ({ mail }, error) => log.error({ err: error, mail: mail.id }, 'sending a mail broke off'),
      atOnce,
    },
    stopping,
  )
}

/** Forgets what was in mails that are over, and later the mails. */
export async function pruneMails({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  await transactFreely(database, (transaction) => expireMails(transaction, now))
  await transactFreely(database, (transaction) => dropMailsBefore(transaction, now - hours(24 * keptDays)))
}
