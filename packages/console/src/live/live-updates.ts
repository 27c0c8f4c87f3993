// One stream of events for all lists of this browser tab. Loaded after the page.
import { followEvents } from '@sshore/client'
import type { QueryClient } from '@tanstack/react-query'
import type { Console } from '../console-context.ts'
import { bearer } from '../session/signed-client.ts'
import { affectedBy } from './affected.ts'
import { liveKey } from './poll.ts'
import { textOf } from './text-of.ts'

/** What happens at once is asked for once. */
const gatherMilliseconds = 150

function asksAnew(queries: QueryClient, tenant: string) {
  const names = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = (): void => {
    timer = undefined
    const asked = new Set(names)
    names.clear()
    void queries.invalidateQueries({
      predicate: ({ queryKey: [name, whose] }) =>
        typeof name === 'string' && asked.has(name) && (whose === tenant || name === 'namespaces'),
    })
  }
  return {
    about(affected: readonly string[]): void {
      for (const name of affected) names.add(name)
      if (names.size > 0) timer ??= setTimeout(ask, gatherMilliseconds)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Listens while the page is visible: a browser has few connections for one server, and nobody looks at a hidden page. When it is
 * shown again, what was missed follows, or everything is asked anew.
 */
export function startLiveUpdates({ session }: Console, queries: QueryClient, tenant: string): () => void {
  const over = new AbortController()
  const anew = asksAnew(queries, tenant)
  let current: AbortController | undefined
  let lastId = ''
  const tokenNow = (): string | undefined => session.state().user?.token

  function follow(): void {
    if (document.hidden || current || over.signal.aborted || tokenNow() === undefined) return
    const stop = new AbortController()
    current = stop
    let opened = tokenNow()
    const done = followEvents({
      async open(path, headers) {
        const { status, body } = await fetch(path, { headers, signal: stop.signal, cache: 'no-store' })
        return { status, text: textOf(body) }
      },
      credential: (): Readonly<Record<string, string>> => {
        opened = tokenNow()
        return bearer(opened)
      },
      onEvent: ({ type }) => anew.about(affectedBy(type)),
      onReset: () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === tenant }),
      onLive: (isLive) => queries.setQueryData(liveKey, isLive),
      wait: (milliseconds) =>
        new Promise((resolve) => {
          setTimeout(resolve, milliseconds)
          stop.signal.addEventListener('abort', () => resolve())
        }),
      isWanted: () => !stop.signal.aborted,
      lastId,
    })
    void done.then((heard) => {
      lastId = heard
      if (current === stop) current = undefined
      queries.setQueryData(liveKey, false)
      // The token with which it was opened is over, and another one was got since.
      if (tokenNow() !== opened) follow()
    })
  }
  function look(): void {
    if (!document.hidden) return follow()
    current?.abort()
    current = undefined
  }

  document.addEventListener('visibilitychange', look, { signal: over.signal })
  // Somebody signed in again: the stream that their old token opened is over.
  const forget = session.subscribe(() => follow())
  follow()
  return () => {
    over.abort()
    current?.abort()
    anew.stop()
    forget()
  }
}
