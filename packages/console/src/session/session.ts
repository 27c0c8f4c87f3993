// Who is signed in, in this tab: in memory alone. What gets it back after a reload: docs/decisions/0052-browser-session.md
import type { UserAuth } from '@sshore/contract'
import type { Tabs } from './tabs.ts'

/** How the last session of this tab came to its end. */
export type Ended = 'expired' | 'signed-out'

/** That an administrator of the server is signed in as somebody else; in this tab alone, and not after a reload. */
export interface Acting {
  /** The administrator. */
  readonly by: UserAuth
  readonly untilMilliseconds: number
}

/** By choice, or because the token is taken no longer. */
export type ActingEnd = 'stopped' | 'over'

export interface SessionState {
  /** Stays after `expired`: whoever it was may go on where they were. */
  readonly user: UserAuth | undefined
  readonly ended: Ended | undefined
  /** Whether it is still being found out who is signed in in this browser. */
  readonly isOpening: boolean
  readonly acting: Acting | undefined
}

export interface Session {
  readonly state: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  /** Somebody has signed in: this tab stays in the namespace that it is in, whichever the server prefers. */
  begin(user: UserAuth): void
  /** The same user in another namespace; nothing happens when nobody or somebody else is signed in by now. */
  switchTo(user: UserAuth): void
  /** Asks the browser who is signed in; undefined for nobody. */
  recall(): Promise<UserAuth | undefined>
  /** A fresh token of the same user; nothing happens when the session has ended or moved to another namespace by now. */
  renew(user: UserAuth): void
  /** The server no longer takes this token. Nothing happens when another one is in use by now. */
  expire(token: string): void
  /**
   * Is somebody else until then; nothing happens while nobody is signed in, or is somebody else already. `onEnd` is told when the
   * administrator is back, whatever brought them back.
   */
  act(user: UserAuth, untilMilliseconds: number, onEnd: (how: ActingEnd) => void): void
  /** Is the administrator again who acted as somebody else. */
  stopActing(): void
  /** Ends the session in all tabs. */
  signOut(): void
}

type Message = { readonly kind: 'offer'; readonly user: UserAuth } | { readonly kind: 'ended' }

const nobody: SessionState = { user: undefined, ended: undefined, isOpening: false, acting: undefined }

function isUser(value: unknown): value is UserAuth {
  if (typeof value !== 'object' || value === null) return false
  return (['id', 'token', 'user', 'name', 'tenant', 'role'] as const).every(
    (name) => typeof Reflect.get(value, name) === 'string',
  )
}

function messageOf(data: unknown): Message | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined
  if (data.kind === 'ended') return { kind: 'ended' }
  return data.kind === 'offer' && 'user' in data && isUser(data.user) ? { kind: 'offer', user: data.user } : undefined
}

/** How the browser remembers who is signed in; never fails. */
export interface BrowserMemory {
  /** Who it is, with a new token; undefined for nobody. */
  readonly recall: () => Promise<UserAuth | undefined>
  /** Stays signed in as this user, whose token is replaced by one that ends with the browser's session. */
  readonly keep: (user: UserAuth) => Promise<UserAuth>
  readonly forget: () => Promise<void>
  /** The namespace that this tab is in. */
  readonly stay: (user: UserAuth | undefined) => void
}

/** A new tab asks the browser, and takes over what another tab offers, now or later. */
export function createSession(memory: BrowserMemory, tabs: Tabs): Session {
  const listeners = new Set<() => void>()
  let state: SessionState = { ...nobody, isOpening: true }
  let onActingEnd: ((how: ActingEnd) => void) | undefined

  function change(next: SessionState): void {
    state = next
    memory.stay(next.acting?.by ?? next.user)
    for (const listener of listeners) listener()
  }

  function endActing(how: ActingEnd): void {
    if (!state.acting) return
    change({ ...nobody, user: state.acting.by })
    onActingEnd?.(how)
  }

  /** Whoever is acted as is so in this tab alone: the browser and other tabs know nothing of it. */
  function changeActedAs(user: UserAuth): boolean {
    if (!state.acting || state.user?.id !== user.id) return false
    change({ ...state, user })
    return true
  }

  /** The server lets people in where it saw them last, maybe in another tab: what is open here is of this tab's namespace. */
  function stayHere(user: UserAuth, show: (user: UserAuth) => void): void {
    if (state.user?.id !== user.id || state.user.tenant === user.tenant) return show(user)
    void memory.recall().then((own) => show(own?.id === user.id ? own : user))
  }

  const send = (message: Message): void => tabs.send(message)
  function showAll(user: UserAuth): void {
    change({ ...nobody, user })
    send({ kind: 'offer', user })
  }
  tabs.onMessage((data) => {
    const message = messageOf(data)
    if (message?.kind === 'offer' && (!state.user || state.ended)) {
      const waiting = state
      stayHere(message.user, (user) => {
        if (state === waiting) change({ ...nobody, user })
      })
    }
    if (message?.kind === 'ended' && state.user) change({ ...nobody, ended: 'signed-out' })
  })
  void memory.recall().then((user) => {
    if (state.isOpening) change({ ...nobody, user })
  })

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin(user) {
      if (changeActedAs(user)) return
      // Before anything is shown: a reload must not come between.
      void memory.keep(user).then((kept) => stayHere(kept, showAll))
    },
    switchTo(user) {
      if (changeActedAs(user) || state.user?.id !== user.id) return
      // The browser knows who it is.
      showAll(user)
    },
    recall: () => memory.recall(),
    renew(user) {
      if (state.ended) return
      if (state.user?.id === user.id && state.user.tenant === user.tenant) change({ ...state, user })
    },
    expire(token) {
      if (state.user?.token !== token || state.ended) return
      if (state.acting) endActing('over')
      else change({ ...nobody, user: state.user, ended: 'expired' })
    },
    act(user, untilMilliseconds, onEnd) {
      const { user: by, ended, acting } = state
      if (!by || ended !== undefined || acting) return
      onActingEnd = onEnd
      change({ ...nobody, user, acting: { by, untilMilliseconds } })
    },
    stopActing: () => endActing('stopped'),
    signOut() {
      change({ ...nobody, ended: 'signed-out' })
      void memory.forget()
      send({ kind: 'ended' })
    },
  }
}
