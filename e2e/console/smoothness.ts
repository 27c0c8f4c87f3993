// How much work a page is while something is done with it, as its own browser sees it.
import type { Page } from '@sshore/testkit'

export interface Smoothness {
  /** From the first keystroke or click until what was asked for stands there. */
  readonly untilThereMilliseconds: number
  /** Processor time of the page's main thread for all of it: what others do on the same machine is not in it. */
  readonly busyMilliseconds: number
  /** The longest time in which the page could react to nothing (Long Tasks: 50 ms and more), by the clock; 0 for none. */
  readonly longestTaskMilliseconds: number
}

interface Watched extends Window {
  longTasks?: { readonly milliseconds: number[]; readonly observer: PerformanceObserver }
}

/** Watches from now on, until it is read. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const milliseconds: number[] = []
    const observer = new PerformanceObserver((list) => {
      milliseconds.push(...list.getEntries().map(({ duration }) => duration))
    })
    observer.observe({ entryTypes: ['longtask'] })
    ;(window as Watched).longTasks = { milliseconds, observer }
  })

const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { longTasks } = window as Watched
    longTasks?.observer.disconnect()
    return Math.max(0, ...(longTasks?.milliseconds ?? []))
  })

/** `act` returns when what it asked for stands there. */
export async function smoothnessOf(page: Page, act: () => Promise<unknown>): Promise<Smoothness> {
  const devtools = await page.context().newCDPSession(page)
  const busySeconds = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await watch(page)
  const before = await busySeconds()
  const begun = performance.now()
  await act()
  const untilThere = performance.now() - begun
  const busy = (await busySeconds()) - before
  await devtools.detach()
  return {
    untilThereMilliseconds: Math.round(untilThere),
    busyMilliseconds: Math.round(busy * 1000),
    longestTaskMilliseconds: Math.round(await longestTask(page)),
  }
}
