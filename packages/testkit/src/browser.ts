// A real Chromium without a screen.
import { type BrowserContext, chromium, type Page } from 'playwright-core'

export type { Page, Route } from 'playwright-core'

export interface VisitOptions {
  readonly colours?: 'light' | 'dark'
  /** CSS pixels; default 1280 × 800. */
  readonly size?: { readonly width: number; readonly height: number }
}

/** One person's browser: its tabs share what a browser keeps. */
export interface Visit extends AsyncDisposable {
  open(url: string): Promise<Page>
  /**
   * What the browser complained of so far, in any tab: uncaught exceptions, errors on the console, violations of the page's policy.
   * An answer of the API that is a refusal is none.
   */
  complaints(): readonly string[]
}

export interface TestBrowser extends AsyncDisposable {
  visit(options?: VisitOptions): Promise<Visit>
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/

function listen(context: BrowserContext): () => readonly string[] {
  const complaints: string[] = []
  context.on('weberror', (thrown) => complaints.push(`uncaught: ${thrown.error().message}`))
  context.on('console', (message) => {
    const fromApi = refusal.test(message.text()) && new URL(message.location().url).pathname.startsWith('/api/')
    if (message.type() === 'error' && !fromApi) complaints.push(message.text())
  })
  return () => complaints
}

/** Motion is off: what a test looks at is where it will stay. `CHROMIUM` names the program where it is not /usr/bin/chromium. */
export async function startBrowser(): Promise<TestBrowser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: flags })
  return {
    async visit({ colours = 'light', size = { width: 1280, height: 800 } } = {}) {
      const context = await browser.newContext({
        colorScheme: colours,
        viewport: size,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      })
      const complaints = listen(context)
      return {
        async open(url) {
          const page = await context.newPage()
          await page.goto(url)
          return page
        },
        complaints,
        async [Symbol.asyncDispose]() {
          // A handler that is still at work when its page goes would fail where nobody waits for it.
          await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
          await context.close()
        },
      }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
