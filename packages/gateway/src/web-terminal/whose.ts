// Whose terminal it is, and until when: whoever acts as a user does so for an hour, and a browser session has its end.
import type { TenantId, TerminalTicket, UserId } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import type { WebSession, Whose } from './web-session.ts'

/** Without the proof. */
export function whoseOf({ user_id, tenant_id, token_version, session, by, until }: TerminalTicket): Whose {
  return {
    ...{ user_id, tenant_id, token_version },
    ...(session !== undefined && { session }),
    ...(by && { by }),
    ...(until !== undefined && { until }),
  }
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

/** No timer of Node's runs for longer than 24 days; a browser session may. */
const timerMilliseconds = 86_400_000

/** Ends the terminal when the time is over for which its user is signed in, or somebody acts as them; returns what lets it be. */
export function endInTime(session: WebSession, { clock, today }: Clocks): () => void {
  const { until, session: ofBrowser } = session.whose
  if (until === undefined) return () => undefined
  const why =
    ofBrowser === undefined
      ? 'the time is over for which you act as this user'
      : 'the time is over for which you were signed in; sign in again'
  let cancel = (): void => undefined
  const wait = (): void => {
    const milliseconds = Math.max(0, until * 1000 - today().getTime())
    cancel =
      milliseconds > timerMilliseconds
        ? clock.after(timerMilliseconds, wait)
        : clock.after(milliseconds, () => session.end(why))
  }
  wait()
  return () => cancel()
}
