import { useEffect, useState } from 'react'

/** https://wicg.github.io/keyboard-lock/, which not every browser has, and the types of the DOM have not. */
function callKeyboard(name: 'lock' | 'unlock', ...keys: readonly string[][]): void {
  const keyboard: unknown = Reflect.get(navigator, 'keyboard')
  if (typeof keyboard !== 'object' || keyboard === null) return
  const call: unknown = Reflect.get(keyboard, name)
  if (typeof call === 'function') void Promise.resolve(call.apply(keyboard, keys)).catch(() => undefined)
}

/** Programs live by Escape: a browser that can leaves it to the page, and ends full screen when it is held down. */
const keepEscape = (): void => callKeyboard('lock', ['Escape'])
/** Otherwise what fills the screen next, as a recording, would not end with Escape. */
const giveEscapeBack = (): void => callKeyboard('unlock')

/** Whether the terminals fill the screen, and how to change that. Ending with the page that shows them. */
export function useFullScreen(): readonly [isFull: boolean, fill: (next: boolean) => void] {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    if (!isFull) return undefined
    // In the terminal it is the program's, and never comes here; elsewhere something nearer may have taken it.
    const onKey = ({ key, target, defaultPrevented }: KeyboardEvent): void => {
      const isTaken =
        defaultPrevented || (target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null)
      if (key !== 'Escape' || isTaken) return
      setIsFull(false)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isFull])
  useEffect(() => {
    const onChange = (): void => {
      if (document.fullscreenElement) return
      setIsFull(false)
      giveEscapeBack()
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      giveEscapeBack()
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [])
  function fill(next: boolean): void {
    setIsFull(next)
    if (!next) {
      if (document.fullscreenElement) void document.exitFullscreen()
      return
    }
    // Where the browser has no full screen, as on some phones, filling the page is what there is.
    const asked: Promise<void> | undefined = document.documentElement.requestFullscreen?.()
    void asked?.then(keepEscape).catch(() => undefined)
  }
  return [isFull, fill]
}
