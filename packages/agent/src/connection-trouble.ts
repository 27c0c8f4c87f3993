// Why a server cannot be reached, in words for its owner: the runtime's own talk of its internals.
import { reasonOf } from './log.ts'

const troubles: readonly (readonly [said: RegExp, words: string])[] = [
  [/ECONNREFUSED/, 'connection refused'],
  [/ENOTFOUND/, 'there is no host of that name'],
  [/EAI_AGAIN/, 'the name of the host cannot be looked up now'],
  [/ENETUNREACH|EHOSTUNREACH/, 'there is no route to the host'],
  [/ETIMEDOUT|timed out/i, 'no answer in time'],
  [/Malformed_HTTP_Response|Invalid response/, 'that port does not speak HTTP, perhaps it is the SSH port'],
  [/EPROTO|WRONG_VERSION_NUMBER/, 'that port does not speak TLS, perhaps its address begins with http://'],
  [/ECONNRESET|Connection ended/, 'the other end broke the connection off'],
  [/Failed to connect/, 'nothing answers there'],
]

/** What hindered a request or a WebSocket from reaching the server; what the table does not know stays as it was said. */
export function connectionTrouble(failure: unknown): string {
  const said = reasonOf(failure)
  return troubles.find(([pattern]) => pattern.test(said))?.[1] ?? said
}

/** Why the connection that carried a link, or the attempt to make one, ended. `code` is the WebSocket's. */
export function disconnection(wasConnected: boolean, code: number, reason: string): string {
  // 1006 says only that there was no goodbye.
  const why = reason !== '' || code === 1006 ? reason : `closed with code ${code}`
  return `${wasConnected ? 'connection lost' : 'cannot connect'}${why === '' ? '' : `: ${why}`}`
}
