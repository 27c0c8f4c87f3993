// A page of a real Chromium that notes by its own clock what happens in it, on a processor as slow as is asked for.
import type { Page, TestBrowser } from '@sshore/testkit'

/** CSS pixels of a common phone, and of a small laptop. */
export const screens = { phone: { width: 390, height: 844 }, laptop: { width: 1280, height: 800 } } as const

/** Milliseconds since the address was asked for. */
export interface Load {
  readonly firstPaint: number
  readonly firstContentfulPaint: number
  /** What was waited for is there. */
  readonly usable: number
  /** The longest turn of the page's thread until then; 0 for none over 50 ms. */
  readonly longestTask: number
  readonly files: number
  readonly scriptBytes: number
  readonly styleBytes: number
}

export interface Smoothness {
  /** Until what was waited for was there, in milliseconds. */
  readonly milliseconds: number
  readonly longestTask: number
  readonly longTasks: number
  /** Pictures at 60 a second that were not drawn. */
  readonly droppedFrames: number
}

interface Noted {
  readonly paints: Readonly<Record<string, number>>
  readonly tasks: readonly number[]
  readonly frames: readonly number[]
  readonly usable: number
}

/** In the page, before anything of it: `noted` is what happened so far. */
function note(usableSelector: string): void {
  const noted = { paints: {} as Record<string, number>, tasks: [] as number[], frames: [] as number[], usable: 0 }
  Reflect.set(window, 'noted', noted)
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) noted.paints[name] = startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  const look = (): void => {
    if (noted.usable === 0 && document.querySelector(usableSelector)) noted.usable = performance.now()
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
  const draw = (at: number): void => {
    noted.frames.push(at)
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
}

const frameMilliseconds = 1000 / 60
const patienceMilliseconds = 120_000

function dropped(frames: readonly number[]): number {
  const pauses = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  return pauses.reduce((sum, pause) => sum + Math.max(0, Math.round(pause / frameMilliseconds) - 1), 0)
}

export interface MeasuredPage {
  readonly page: Page
  /** 1 is this machine's own processor, 4 one that is four times slower. */
  slowDown(times: number): Promise<void>
  /** Goes there as a browser that has kept nothing, and waits for what `usable` (CSS) selects. */
  load(url: string, usable: string): Promise<Load>
  /** Does something and waits until `isDone`. */
  act(what: () => Promise<unknown>, isDone: () => Promise<unknown>): Promise<Smoothness>
  /** Of JavaScript, after a collection. */
  heapMebibytes(): Promise<number>
}

/** Lives as long as the browser. */
export async function measuredPage(
  browser: TestBrowser,
  size: { width: number; height: number },
): Promise<MeasuredPage> {
  const visit = await browser.visit({ size })
  const page = await visit.open('about:blank')
  // A slowed page on a busy machine takes its time; the figures say how much.
  page.setDefaultTimeout(patienceMilliseconds)
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Page.enable')
  await inspector.send('Network.enable')
  await inspector.send('Network.setCacheDisabled', { cacheDisabled: true })
  const noted = (): Promise<Noted> => page.evaluate(() => Reflect.get(window, 'noted') as Noted)
  let script: string | undefined
  const longest = (tasks: readonly number[]): number => Math.max(0, ...tasks)
  return {
    page,
    async slowDown(times) {
      await inspector.send('Emulation.setCPUThrottlingRate', { rate: times })
    },
    async load(url, usable) {
      const source = `(${note.toString()})(${JSON.stringify(usable)})`
      if (script !== undefined) await inspector.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: script })
      const { identifier } = await inspector.send('Page.addScriptToEvaluateOnNewDocument', { source })
      script = identifier
      await page.goto(url, { waitUntil: 'commit' })
      await page.waitForFunction(() => Number(Reflect.get(Reflect.get(window, 'noted'), 'usable')) > 0)
      const { paints, tasks, usable: at } = await noted()
      const files = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((each) => ({ name: each.name, bytes: Number(Reflect.get(each, 'encodedBodySize')) })),
      )
      const sum = (ending: string): number =>
        files.filter(({ name }) => name.endsWith(ending)).reduce((total, { bytes }) => total + bytes, 0)
      return {
        firstPaint: paints['first-paint'] ?? Number.NaN,
        firstContentfulPaint: paints['first-contentful-paint'] ?? Number.NaN,
        usable: at,
        longestTask: longest(tasks),
        files: files.filter(({ name }) => /\.(?:js|css)$/.test(name)).length,
        scriptBytes: sum('.js'),
        styleBytes: sum('.css'),
      }
    },
    async act(what, isDone) {
      const before = await noted()
      const startedAt = performance.now()
      await what()
      await isDone()
      const milliseconds = performance.now() - startedAt
      const after = await noted()
      const tasks = after.tasks.slice(before.tasks.length)
      return {
        milliseconds,
        longestTask: longest(tasks),
        longTasks: tasks.length,
        droppedFrames: dropped(after.frames.slice(Math.max(0, before.frames.length - 1))),
      }
    },
    async heapMebibytes() {
      await inspector.send('HeapProfiler.collectGarbage')
      const { usedSize } = await inspector.send('Runtime.getHeapUsage')
      return usedSize / 2 ** 20
    },
  }
}
