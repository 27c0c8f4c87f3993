// npm run docs:shots [-- home …]: pictures of the built documentation site, light and dark, wide and on a phone, in .cache/docs-shots.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Page, repositoryRoot, startBrowser } from '@sshore/testkit'
import { serveSite } from './static-site.ts'

const wanted = process.argv.slice(2)
const folder = join(repositoryRoot, '.cache/docs-shots')
await mkdir(folder, { recursive: true })
await using site = await serveSite(join(repositoryRoot, 'packages/website/dist/site'))
await using browser = await startBrowser()

async function search(page: Page, query: string): Promise<void> {
  await page.locator('.search-button').click()
  await page.getByRole('combobox').fill(query)
  await page.getByRole('option').first().waitFor()
}

const scenes: readonly (readonly [name: string, path: string, act?: (page: Page, phone: boolean) => Promise<void>])[] =
  [
    ['home', '/'],
    ['guide', '/user-guides/devices/adding'],
    ['reference', '/self-hosted/reference'],
    ['api', '/developers/openapi/cloud'],
    ['search-modal', '/user-guides/', (page) => search(page, 'firewall')],
    ['search-page', '/search?q=recording'],
    ['portuguese', '/pt-BR/user-guides/devices/connecting'],
    ['not-found', '/nowhere'],
    [
      'menu',
      '/overview/concepts',
      async (page, phone) => {
        if (phone) await page.locator('.navbar__toggle').click()
      },
    ],
  ]
for (const colours of ['light', 'dark'] as const) {
  for (const [look, size] of [
    ['wide', { width: 1360, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    await using visit = await browser.visit({ colours, size })
    for (const [name, path, act] of scenes) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const page = await visit.open(`${site.url}${path}`)
      await page.waitForLoadState('networkidle')
      await act?.(page, look === 'phone')
      await page.screenshot({
        path: join(folder, `${name}-${look}-${colours}.png`),
        animations: 'disabled',
        fullPage: name === 'home',
      })
      await page.close()
    }
    console.log(`${look}, ${colours}: ${visit.complaints().join('; ') || 'nothing to complain of'}`)
  }
}
console.log(`The pictures are in ${folder}`)
