// What every part of the console stands on; made once in main.tsx.
import type { Client } from '@sshore/client'
import type { UserAuth } from '@sshore/contract'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { LanguageChoice } from './language/language.ts'
import type { Notices } from './notices/notices.ts'
import type { Session, SessionState } from './session/session.ts'

export interface Console {
  readonly client: Client
  readonly session: Session
  readonly notices: Notices
  readonly language: LanguageChoice
  /** Unix milliseconds. */
  readonly now: () => number
}

export const ConsoleContext = createContext<Console | undefined>(undefined)
export const UserContext = createContext<UserAuth | undefined>(undefined)

export function useConsole(): Console {
  const found = useContext(ConsoleContext)
  if (!found) throw new Error('Outside the console.')
  return found
}

export function useSession(): SessionState {
  const { session } = useConsole()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** Whoever is signed in; only below the pages that ask for it. */
export function useUser(): UserAuth {
  const user = useContext(UserContext)
  if (!user) throw new Error('Nobody is signed in here.')
  return user
}
