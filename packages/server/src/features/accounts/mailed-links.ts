// Links that prove whoever has them reads a mailbox. Only their hash is kept, and the mail that carries them is sealed.
import { randomUUID } from 'node:crypto'
import type { Language } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import { lifetimeMilliseconds } from '../../platform/mail/letters.ts'
import { post } from '../../platform/mail/outbox.ts'
import { hashOfKey } from '../../platform/secrets.ts'
import type { Services } from '../../services.ts'
import type { User } from '../users/index.ts'
import { insertToken } from './accounts.store.ts'

type Posting = Pick<Services, 'sealer' | 'clock'>

const letterOfPurpose = { confirmation: 'account-confirmation', recovery: 'password-recovery' } as const

function pathOf(purpose: keyof typeof letterOfPurpose, { id, email }: User, token: string): string {
  // The addresses that links of existing servers lead to.
  if (purpose === 'recovery') return `/update-password?${new URLSearchParams({ id, token })}`
  return `/validation-account?${new URLSearchParams({ email, token })}`
}

/** Mails a link to the user's address; earlier ones stay good. False when they were mailed too many of late: then nothing is sent. */
export async function mailLink(
  services: Posting,
  database: Database,
  user: User,
  { purpose, language }: { readonly purpose: keyof typeof letterOfPurpose; readonly language: Language },
): Promise<boolean> {
  const { id: user_id, email, username } = user
  const [kind, token, now] = [letterOfPurpose[purpose], randomUUID(), services.clock.now()]
  const facts = { username, path: pathOf(purpose, user, token) }
  if (!(await post(services, database, { kind, to: email, language, facts }))) return false
  const expires_at = now + lifetimeMilliseconds[kind]
  await insertToken(database, { token_hash: hashOfKey(token), user_id, purpose, email, created_at: now, expires_at })
  return true
}
