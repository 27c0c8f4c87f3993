import { type Client, createClient, type Transport } from '@sshore/client'
import type { Session } from './session.ts'

const unauthenticated = 401

/** The typed client of whoever is signed in. A token that the server refuses ends the session. */
export function createSignedClient(transport: Transport, session: Session): Client {
  const watched: Transport = async (request) => {
    const reply = await transport(request)
    const token = request.headers['authorization']?.replace(/^Bearer /, '')
    if (reply.status === unauthenticated && token !== undefined) session.expire(token)
    return reply
  }
  return createClient(watched, () => {
    const { user } = session.state()
    return user ? { authorization: `Bearer ${user.token}` } : {}
  })
}
