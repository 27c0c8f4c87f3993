import { useEffect, useState } from 'react'

/** Programs live by Escape: a browser that can leaves it to the page, and ends full screen when it is held down. */
function keepEscape(): void {
  // https://wicg.github.io/keyboard-lock/ is not in the types of the DOM.
  const keyboard: unknown = Reflect.get(navigator, 'keyboard')
  if (typeof keyboard !== 'object' || keyboard === null || !('lock' in keyboard)) return
  const { lock } = keyboard
  if (typeof lock === 'function') void Promise.resolve(lock.call(keyboard, ['Escape'])).catch(() => undefined)
}

/** Whether the terminals fill the screen, and how to change that. Ending with the page that shows them. */
export function useFullScreen(): readonly [isFull: boolean, fill: (next: boolean) => void] {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    if (!isFull) return undefined
    // In the terminal it is the program's, and never comes here; elsewhere something nearer may have taken it.
    const onKey = ({ key, target, defaultPrevented }: KeyboardEvent): void => {
      const isTaken = defaultPrevented || (target instanceof Element && target.closest('[role=dialog]') !== null)
      if (key !== 'Escape' || isTaken) return
      setIsFull(false)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isFull])
  useEffect(() => {
    const onChange = (): void => {
      if (!document.fullscreenElement) setIsFull(false)
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
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
