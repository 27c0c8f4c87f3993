// npm run docs:pictures: the pictures of the console that the pages show, from the real product, light and dark.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureConsole } from '@sshore/sshore'
import { createStack, repositoryRoot, startBrowser } from '@sshore/testkit'
import { fullNamespace, pagesOf } from '../console/full-namespace.ts'
import { signIn } from '../console/with-console.ts'

/** Pages that are shown, by their name in the list of the console's own pictures. */
const shown = new Set(['home', 'devices-adding', 'session', 'api-keys'])
const size = { width: 1280, height: 800 } as const

const folder = join(repositoryRoot, 'packages/website/static/img/console')
await mkdir(folder, { recursive: true })
const consoleDir = await ensureConsole(repositoryRoot, () => undefined)
await using stack = await createStack({ config: { consoleDir } })
await using browser = await startBrowser()
const namespace = await fullNamespace(stack, 'acme')

for (const colours of ['light', 'dark'] as const) {
  await using visit = await browser.visit({ colours, size })
  const page = await visit.open(stack.url)
  await signIn(page, namespace.owner)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  for (const [name, path] of pagesOf(namespace)) {
    if (!shown.has(name)) continue
    await page.goto(`${stack.url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined)
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.screenshot({ path: join(folder, `${name}-${colours}.png`), animations: 'disabled' })
    console.log(`${name}, ${colours}`)
  }
}
