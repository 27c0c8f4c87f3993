// Who is signed in, in this tab. Why not in localStorage: docs/decisions/0024-console-token.md
import type { UserAuth } from '@sshore/contract'
import type { Tabs } from './tabs.ts'

/** How the last session of this tab came to its end. */
export type Ended = 'expired' | 'signed-out'

export interface SessionState {
  /** Stays after `expired`: whoever it was may go on where they were. */
  readonly user: UserAuth | undefined
  readonly ended: Ended | undefined
}

export interface Session {
  readonly state: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  begin(user: UserAuth): void
  /** A fresh token of the same user; nothing happens when the session has ended or moved to another namespace by now. */
  renew(user: UserAuth): void
  /** The server no longer takes this token. Nothing happens when another one is in use by now. */
  expire(token: string): void
  /** Ends the session in all tabs. */
  signOut(): void
}

type Message =
  | { readonly kind: 'ask' }
  | { readonly kind: 'offer'; readonly user: UserAuth }
  | { readonly kind: 'ended' }

const key = 'sshore.session'
const nobody: SessionState = { user: undefined, ended: undefined }

function isUser(value: unknown): value is UserAuth {
  if (typeof value !== 'object' || value === null) return false
  return (['id', 'token', 'user', 'name', 'tenant', 'role'] as const).every(
    (name) => typeof Reflect.get(value, name) === 'string',
  )
}

function messageOf(data: unknown): Message | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined
  if (data.kind === 'ask' || data.kind === 'ended') return { kind: data.kind }
  return data.kind === 'offer' && 'user' in data && isUser(data.user) ? { kind: 'offer', user: data.user } : undefined
}

/** What a tab keeps over a reload: `sessionStorage`. */
type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function stored(storage: TabStorage): UserAuth | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    return isUser(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A tab without a session asks the others and takes over what one of them offers, now or later. */
export function createSession(storage: TabStorage, tabs: Tabs): Session {
  const listeners = new Set<() => void>()
  let state: SessionState = { ...nobody, user: stored(storage) }

  function change(next: SessionState): void {
    state = next
    if (next.user && next.ended === undefined) storage.setItem(key, JSON.stringify(next.user))
    else storage.removeItem(key)
    for (const listener of listeners) listener()
  }

  const send = (message: Message): void => tabs.send(message)
  tabs.onMessage((data) => {
    const message = messageOf(data)
    if (message?.kind === 'ask' && state.user && !state.ended) send({ kind: 'offer', user: state.user })
    if (message?.kind === 'offer' && (!state.user || state.ended)) change({ ...nobody, user: message.user })
    if (message?.kind === 'ended' && state.user) change({ user: undefined, ended: 'signed-out' })
  })
  if (!state.user) send({ kind: 'ask' })

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin(user) {
      change({ ...nobody, user })
      send({ kind: 'offer', user })
    },
    renew(user) {
      if (state.ended) return
      if (state.user?.id === user.id && state.user.tenant === user.tenant) change({ ...nobody, user })
    },
    expire(token) {
      if (state.user?.token === token) change({ user: state.user, ended: 'expired' })
    },
    signOut() {
      change({ user: undefined, ended: 'signed-out' })
      send({ kind: 'ended' })
    },
  }
}
