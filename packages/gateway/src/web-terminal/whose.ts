// Whose terminal it is, and until when: whoever acts as a user does so for an hour.
import type { TenantId, TerminalTicket, UserId } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import type { WebSession, Whose } from './web-session.ts'

/** Without the proof. */
export function whoseOf({ user_id, tenant_id, token_version, by, until }: TerminalTicket): Whose {
  return { user_id, tenant_id, token_version, ...(by && { by }), ...(until !== undefined && { until }) }
}

/** Whether a change of what a user may do (in one namespace) can take the terminal away, theirs or that of whom they act as. */
export function concerns({ user_id, tenant_id, by }: Whose, userId: UserId, tenantId: TenantId | undefined): boolean {
  if (by?.id === userId) return true
  return user_id === userId && (tenantId ?? tenant_id) === tenant_id
}

interface Clocks {
  readonly clock: Clock
  /** Wall clock. */
  readonly today: () => Date
}

/** Ends the session of somebody who acts as its user when their time is over; returns what lets it be. */
export function endInTime(session: WebSession, { clock, today }: Clocks): () => void {
  const { until } = session.whose
  if (until === undefined) return () => undefined
  const milliseconds = Math.max(0, until * 1000 - today().getTime())
  return clock.after(milliseconds, () => session.end('the time is over for which you act as this user'))
}
