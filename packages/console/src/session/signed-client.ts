import { type Client, createClient, type Transport } from '@sshore/client'
import type { Session } from './session.ts'

const unauthenticated = 401
const logout = '/api/logout'

/** The token with which the same user is signed in after that one; undefined when they sign out or somebody else signs in. */
function tokenAfter(session: Session, token: string): Promise<string | undefined> {
  const id = session.state().user?.id
  return new Promise((resolve) => {
    const stop = session.subscribe(look)
    function look(): void {
      const { user, ended } = session.state()
      if (user?.id === id && (ended !== undefined || user?.token === token)) return
      stop()
      resolve(user?.id === id ? user?.token : undefined)
    }
    look()
  })
}

/** Gets another token from the browser's memory, or ends the session. */
async function replace(session: Session, token: string): Promise<void> {
  if (session.state().user?.token !== token || session.state().ended !== undefined) return
  const user = await session.recall()
  if (user) session.renew(user)
  session.expire(token)
}

/**
 * The typed client of whoever is signed in. A token that the server refuses is replaced by the browser's
 * memory, or ends the session; what was asked with it waits until the
 * same user has signed in again and is asked once more, so that nothing that was typed is lost.
 */
export function createSignedClient(transport: Transport, session: Session): Client {
  const patient: Transport = async (request) => {
    const reply = await transport(request)
    const token = request.headers['authorization']?.replace(/^Bearer /, '')
    if (reply.status !== unauthenticated || token === undefined) return reply
    if (request.path === logout) {
      session.expire(token)
      return reply
    }
    await replace(session, token)
    const fresh = await tokenAfter(session, token)
    if (fresh === undefined) return reply
    return transport({ ...request, headers: { ...request.headers, authorization: `Bearer ${fresh}` } })
  }
  return createClient(patient, () => {
    const { user } = session.state()
    return user ? { authorization: `Bearer ${user.token}` } : {}
  })
}
