import { useEffect, useEffectEvent } from 'react'
import type { PlayerState } from './use-player.ts'

const stepSeconds = 5

export interface PlayerKeys {
  readonly player: PlayerState
  readonly seconds: number
  readonly onFull: () => void
}

/** What a key does to a recording of so many seconds; false when it is none of ours. */
function press(key: string, { player, seconds, onFull }: PlayerKeys): boolean {
  const { position, isPlaying, play, pause, seek } = player
  const go = (second: number): void => seek(Math.min(Math.max(second, 0), seconds))
  if (key === 'k') (isPlaying ? pause : play)()
  else if (key === 'j') go(position - stepSeconds)
  else if (key === 'l') go(position + stepSeconds)
  else if (key === 'f') onFull()
  else if (/^\d$/.test(key)) go((seconds * Number(key)) / 10)
  else return false
  return true
}

/** Single keys, while the focus is in the player alone (WCAG 2.2, 2.1.4). Space and arrows are those of its controls. */
export function usePlayerKeys(frame: HTMLElement | null, keys: PlayerKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return
    if (!press(event.key.toLowerCase(), keys)) return
    event.preventDefault()
    // asciinema-player has keys of its own, some of them these, once its screen was clicked; it listens at the document.
    event.stopPropagation()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    frame?.addEventListener('keydown', listen)
    return () => frame?.removeEventListener('keydown', listen)
  }, [frame])
}
