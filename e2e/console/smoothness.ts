// How smoothly a page goes while something is done with it: as its own browser sees it.
import type { Page } from '@sshore/testkit'

export interface Smoothness {
  /** From the first keystroke or click until what was asked for stands there. */
  readonly untilThereMilliseconds: number
  /** The longest time in which the page could react to nothing (Long Tasks: 50 ms and more); 0 for none. */
  readonly longestTaskMilliseconds: number
  /** The longest time between two frames. */
  readonly longestFrameMilliseconds: number
}

interface Watched extends Window {
  smoothness?: { tasks: number[]; frames: number[]; stop: () => void }
}

/** Watches from now on, until it is read. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: { tasks: number[]; frames: number[]; stop: () => void } = {
      tasks: [],
      frames: [],
      stop: () => undefined,
    }
    const observer = new PerformanceObserver((list) => {
      seen.tasks.push(...list.getEntries().map(({ duration }) => duration))
    })
    observer.observe({ entryTypes: ['longtask'] })
    let last = performance.now()
    let frame = requestAnimationFrame(function next(now) {
      seen.frames.push(now - last)
      last = now
      frame = requestAnimationFrame(next)
    })
    seen.stop = () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
    ;(window as Watched).smoothness = seen
  })

const read = (page: Page): Promise<{ tasks: number[]; frames: number[] }> =>
  page.evaluate(() => {
    const seen = (window as Watched).smoothness
    seen?.stop()
    return { tasks: seen?.tasks ?? [], frames: seen?.frames ?? [] }
  })

/** `act` returns when what it asked for stands there. */
export async function smoothnessOf(page: Page, act: () => Promise<unknown>): Promise<Smoothness> {
  await watch(page)
  const begun = performance.now()
  await act()
  const untilThere = performance.now() - begun
  const { tasks, frames } = await read(page)
  return {
    untilThereMilliseconds: Math.round(untilThere),
    longestTaskMilliseconds: Math.round(Math.max(0, ...tasks)),
    longestFrameMilliseconds: Math.round(Math.max(0, ...frames)),
  }
}
