// The logins of one link. A login is a scope: what runs under it ends with it.
import type { LinkStream } from '@sshore/link'
import type { LoginHeader } from '@sshore/contract'
import type { Log } from '../log.ts'
import type { Activity } from '../quiet.ts'
import type { Account } from './accounts.ts'
import type { Authenticator } from './authenticate.ts'

export interface Login {
  readonly account: Account
  readonly header: LoginHeader
  /** Registers what to end with the login; the returned function takes it off again. */
  own(end: () => void): () => void
  /** How many are registered now. */
  readonly owned: number
}

export interface Logins {
  /** Answers a `login` stream; the login lives as long as the stream. */
  accept(stream: LinkStream, header: LoginHeader): void
  /** The login of that stream id, once it was accepted. */
  find(id: number): Login | undefined
}

export function createLogins(authenticator: Authenticator, log: Log, activity: Activity): Logins {
  const accepted = new Map<number, Login>()

  const answer = async (stream: LinkStream, header: LoginHeader, scope: Set<() => void>, isOpen: () => boolean) => {
    const verdict = await authenticator.authenticate(header)
    if (!isOpen()) return
    const fields = { user: header.username, client: header.client.address, by: header.proof.kind }
    if ('refusal' in verdict) {
      log.warn('login refused', { ...fields, reason: verdict.refusal.reason })
      stream.message({ type: 'login-refused', ...verdict.refusal })
      stream.close()
      return
    }
    const { account } = verdict
    accepted.set(stream.id, {
      account,
      header,
      get owned() {
        return scope.size
      },
      own: (end) => {
        scope.add(end)
        return () => scope.delete(end)
      },
    })
    log.info('login', fields)
    stream.message({ type: 'login-accepted', home: account.home, shell: account.shell })
  }

  return {
    find: (id) => accepted.get(id),
    accept: (stream, header) => {
      const scope = new Set<() => void>()
      let open = true
      const over = activity.begin()
      const end = () => {
        if (!open) return
        open = false
        over()
        if (accepted.delete(stream.id)) log.info('logout', { user: header.username })
        for (const endOne of scope) endOne()
      }
      stream.handler = {
        onData: (chunk) => stream.consumed(chunk.byteLength),
        onMessage: () => undefined,
        onEnd: () => {
          end()
          stream.close()
        },
        onDrain: () => undefined,
        onClose: end,
      }
      void answer(stream, header, scope, () => open)
    },
  }
}
