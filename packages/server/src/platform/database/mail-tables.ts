// Mail on its way. Columns hold what `codecs.ts` says.
import type { Language, MailId } from '@sshore/contract'
import type { LetterKind } from '../mail/letters.ts'

export interface MailTables {
  mails: MailsTable
}

export interface MailsTable {
  id: MailId
  kind: LetterKind
  recipient: string
  /** On whose behalf: a user, whose mails are counted; empty: the server's own. */
  sender: string
  language: Language
  /** What the letter says, sealed: it holds what opens accounts. Empty once it was sent or is good for nothing. */
  sealed_facts: string
  status: 'waiting' | 'sent' | 'failed' | 'expired'
  attempts: number
  created_at: number
  due_at: number
  /** From then on what is in it is good for nothing. */
  expires_at: number
  attempted_at: number | null
  problem: string
  /** Whoever took it on sends it alone until then. */
  leased_until: number
  lease: string
}
