// The logins of one link, for whatever answers as a device. A login is a scope: what runs under it ends with it.
import type { LoginHeader, loginRefusals } from '@sshore/contract'
import type { LinkStream } from './link.ts'

export type LoginRefusal = { readonly reason: (typeof loginRefusals)[number]; readonly detail: string }

/** Somebody on the device, as far as the one who is connected is told of it. */
interface LocalAccount {
  readonly home: string
  readonly shell: string
}

export interface Login<Account> {
  readonly account: Account
  readonly header: LoginHeader
  /** Registers what to end with the login, which is told why; the returned function takes it off again. */
  own(end: (why: string) => void): () => void
  /** How many are registered now. */
  readonly owned: number
}

export type LoginVerdict<Account> = { readonly account: Account } | { readonly refusal: LoginRefusal }

export interface Logins<Account> {
  /** Answers a `login` stream; the login lives as long as the stream. */
  accept(stream: LinkStream, header: LoginHeader): void
  /** The login of that stream id, once it was accepted. */
  find(id: number): Login<Account> | undefined
  /** Ends what runs under all of them. */
  endAll(why: string): void
}

export interface LoginsOptions<Account> {
  readonly authenticate: (header: LoginHeader) => Promise<LoginVerdict<Account>>
  readonly log: Readonly<Record<'info' | 'warn', (message: string, fields: Readonly<Record<string, string>>) => void>>
  /** Called when somebody asks to log in; the returned function when that is over. */
  readonly begin?: () => () => void
}

export function createLogins<Account extends LocalAccount>(options: LoginsOptions<Account>): Logins<Account> {
  const { authenticate, log, begin = () => () => undefined } = options
  const accepted = new Map<number, { readonly login: Login<Account>; readonly scope: Set<(why: string) => void> }>()

  const answer = async (stream: LinkStream, header: LoginHeader, isOpen: () => boolean) => {
    const verdict = await authenticate(header)
    if (!isOpen()) return
    const fields = { user: header.username, client: header.client.address, by: header.proof.kind }
    if ('refusal' in verdict) {
      log.warn('login refused', { ...fields, reason: verdict.refusal.reason })
      stream.message({ type: 'login-refused', ...verdict.refusal })
      stream.close()
      return
    }
    const { account } = verdict
    const scope = new Set<(why: string) => void>()
    const own = (end: (why: string) => void) => {
      scope.add(end)
      return () => void scope.delete(end)
    }
    const login: Login<Account> = {
      account,
      header,
      own,
      get owned() {
        return scope.size
      },
    }
    accepted.set(stream.id, { login, scope })
    log.info('login', fields)
    stream.message({ type: 'login-accepted', home: account.home, shell: account.shell })
  }
  const endScope = (scope: ReadonlySet<(why: string) => void>, why: string) => {
    for (const end of scope) end(why)
  }

  return {
    find: (id) => accepted.get(id)?.login,
    endAll: (why) => {
      for (const { scope } of accepted.values()) endScope(scope, why)
    },
    accept: (stream, header) => {
      let open = true
      const over = begin()
      const end = () => {
        if (!open) return
        open = false
        over()
        const known = accepted.get(stream.id)
        if (!known) return
        accepted.delete(stream.id)
        log.info('logout', { user: header.username })
        endScope(known.scope, 'the login ended')
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
      void answer(stream, header, () => open)
    },
  }
}
