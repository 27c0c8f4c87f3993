import { type Client, createClient, failureOf, type Transport, type WireReply } from '@sshore/client'
import type { ErrorCode, UserAuth } from '@sshore/contract'
import { byConsole } from './browser-memory.ts'
import type { Session } from './session.ts'

const unauthenticated = 401
/** Others of that status are about what was typed, as a wrong password; `unknown` is said by what stands in front of the server. */
const ofToken: readonly string[] = ['unauthenticated', 'unknown'] satisfies readonly (ErrorCode | 'unknown')[]
const isOfToken = (reply: WireReply): boolean => ofToken.includes(failureOf(reply).code)
const logout = '/api/logout'

/** The token with which the same user is in the same namespace after that one; undefined when they are not. */
function tokenAfter(session: Session, asker: UserAuth | undefined, token: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const stop = session.subscribe(look)
    function look(): void {
      const { user, ended } = session.state()
      const isSame = user?.id === asker?.id && user?.tenant === asker?.tenant
      if (isSame && (ended !== undefined || user?.token === token)) return
      stop()
      resolve(isSame ? user?.token : undefined)
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

export const bearer = (token: string | undefined): Readonly<Record<string, string>> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

interface Answered {
  readonly status: number
}

/**
 * Asks with the token of whoever is signed in. One that the server refuses is replaced by the browser's memory, or ends the session;
 * then it is waited until the same user has signed in again. Either way it is asked once more in the same namespace, so that nothing
 * that was typed is lost.
 */
export async function asking<Reply extends Answered>(
  session: Session,
  token: string | undefined,
  ask: (token: string | undefined) => Promise<Reply>,
  isAboutToken: (reply: Reply) => boolean = () => true,
): Promise<Reply> {
  // Before it is asked: who acted as somebody else must not do as themselves what they wanted to do as that user, and what was meant
  // for one namespace must not be done in another.
  const { user } = session.state()
  const reply = await ask(token)
  if (reply.status !== unauthenticated || token === undefined || !isAboutToken(reply)) return reply
  await replace(session, token)
  const fresh = await tokenAfter(session, user, token)
  return fresh === undefined ? reply : ask(fresh)
}

/** The typed client of whoever is signed in. */
export function createSignedClient(transport: Transport, session: Session): Client {
  const patient: Transport = async (request) => {
    const token = request.headers['authorization']?.replace(/^Bearer /, '')
    const ask = (each: string | undefined) =>
      transport(each === token ? request : { ...request, headers: { ...request.headers, ...bearer(each) } })
    if (request.path !== logout) return asking(session, token, ask, isOfToken)
    const reply = await ask(token)
    if (reply.status !== unauthenticated || token === undefined) return reply
    // Nobody is asked to sign in for signing out.
    await replace(session, token)
    const { user, ended } = session.state()
    return user && ended === undefined ? ask(user.token) : reply
  }
  return createClient(patient, () => ({ ...byConsole, ...bearer(session.state().user?.token) }))
}
