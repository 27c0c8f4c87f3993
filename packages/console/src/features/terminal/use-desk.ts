import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Console, useConsole, useUser } from '../../console-context.ts'
import { Desk, type DeskState } from './desk.ts'
import type { Pane } from './pane-model.ts'

interface Owned {
  readonly owner: string
  readonly desk: Desk
}

/** They outlive the page that shows them. */
const desks = new WeakMap<Console['session'], Owned>()

const ownerNow = ({ session }: Console): string => {
  const { user } = session.state()
  return user ? `${user.id} ${user.tenant}` : ''
}

/** The desk of whoever is signed in. It ends when they sign out or go to another namespace; a session that expired is waited for. */
function deskOf(parts: Console, owner: string): Desk {
  const known = desks.get(parts.session)
  if (known?.owner === owner) return known.desk
  known?.desk.end()
  const desk = new Desk(owner, window.sessionStorage, parts.now)
  desks.set(parts.session, { owner, desk })
  const stop = parts.session.subscribe(() => {
    if (ownerNow(parts) === owner) return
    stop()
    desk.end()
    if (desks.get(parts.session)?.desk === desk) desks.delete(parts.session)
  })
  return desk
}

export function useDesk(): { readonly desk: Desk; readonly state: DeskState } {
  const parts = useConsole()
  const { id, tenant } = useUser()
  const desk = deskOf(parts, `${id} ${tenant}`)
  return { desk, state: useSyncExternalStore(desk.subscribe, desk.state) }
}

const nothing = (): (() => void) => () => undefined

/** Draws anew whenever something about the pane changes. */
export function usePane<Known extends Pane | undefined>(pane: Known): Known {
  useSyncExternalStore(pane?.subscribe ?? nothing, () => pane?.version() ?? 0)
  return pane
}

/** Seconds until `time` (Unix milliseconds), counted down. */
export function useSecondsLeft(time: number): number {
  const { now } = useConsole()
  const [left, setLeft] = useState(() => time - now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(time - now()), 1000)
    return () => clearInterval(timer)
  }, [time, now])
  return Math.max(0, Math.ceil(left / 1000))
}
