import { join } from 'node:path'
import { longTests, type Page, repositoryRoot } from '@sshore/testkit'

/** For people to look at, beside those of `npm run shots`. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!longTests) return
  await page.screenshot({ path: join(repositoryRoot, '.cache/shots', `${name}.png`) })
}
