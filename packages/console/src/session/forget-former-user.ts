import type { QueryClient } from '@tanstack/react-query'
import type { Session } from './session.ts'

/** What the server and this program tell everybody alike; pages for visitors stand on it while somebody is signed out. */
const ofNobody: ReadonlySet<unknown> = new Set(['info', 'failure-texts'])

/**
 * What one person was shown is not for the next at the same browser: it is forgotten as soon as somebody else or nobody is signed in,
 * however that came about. A session that has expired is waited for, and keeps it.
 */
export function forgetFormerUser(session: Session, queries: QueryClient): void {
  let seenBy = session.state().user?.id
  session.subscribe(() => {
    const { user } = session.state()
    if (user?.id === seenBy) return
    const isFirst = seenBy === undefined
    seenBy = user?.id
    if (isFirst) return
    queries.removeQueries({ predicate: ({ queryKey: [name] }) => !ofNobody.has(name) })
    queries.getMutationCache().clear()
  })
}
