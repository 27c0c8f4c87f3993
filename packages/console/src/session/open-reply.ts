import { failureOf, unreachable } from '@sshore/client'
import { useConsole } from '../console-context.ts'
import { asking, bearer } from './signed-client.ts'

/** Opens what the typed client cannot: a reply that comes in pieces. Fails as the client does. */
export function useOpenReply(): (path: string, signal?: AbortSignal) => Promise<Response> {
  const { session } = useConsole()
  return async (path, signal) => {
    const reply = await asking(session, session.state().user?.token, (token) =>
      fetch(path, { headers: bearer(token), cache: 'no-store', ...(signal ? { signal } : {}) }).catch(
        (cause: unknown) => {
          throw signal?.aborted === true ? cause : unreachable('', cause)
        },
      ),
    )
    if (reply.ok) return reply
    const text = await reply.text()
    throw failureOf({ status: reply.status, text, header: (name) => reply.headers.get(name) ?? undefined })
  }
}
