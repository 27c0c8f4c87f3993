// npm run docs:pictures [-- name …]: the pictures of the console that the pages show, from the real product, light and dark,
// in each language of the site.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureConsole } from '@sshore/sshore'
import { createStack, type Page, repositoryRoot, startBrowser, unixUser } from '@sshore/testkit'
import { largestEdition } from '../console/full-namespace.ts'
import { signIn } from '../console/with-console.ts'
import { acmeOn } from './acme.ts'
import { furnishHome, scenesOf } from './picture-scenes.ts'

const { positionals: wanted } = parseArgs({ allowPositionals: true })
const size = { width: 1280, height: 800 } as const
const quality = 72
/** For a machine that has other things to do. */
const patienceMilliseconds = 120_000
const languages = [
  ['en', 'en'],
  ['pt-BR', 'pt'],
] as const

async function picture(page: Page): Promise<Buffer> {
  // Some pages ask again and again: they are never idle for long.
  await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  const protocol = await page.context().newCDPSession(page)
  const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality })
  await protocol.detach()
  return Buffer.from(data, 'base64')
}

const consoleDir = await ensureConsole(repositoryRoot, () => undefined)
/** A name that leads to this machine without being its bare address. */
const url = 'http://sshore.localhost:8080'
const config = {
  consoleDir,
  edition: largestEdition,
  publicUrl: url,
  tunnelsDomain: 'tunnels.example.net',
  httpPort: 8080,
  sshPort: 2222,
}
await using stack = await createStack({ config })
await using browser = await startBrowser()
await using user = await unixUser()
await furnishHome(user.home)
const acme = await acmeOn(stack)
const scenes = scenesOf(acme, user).filter(({ name }) => wanted.length === 0 || wanted.includes(name))

for (const [locale, language] of languages) {
  const folder = join(repositoryRoot, 'packages/website/static/img/console', locale)
  await mkdir(folder, { recursive: true })
  for (const colours of ['light', 'dark'] as const) {
    await using guests = await browser.visit({ colours, size })
    await using members = await browser.visit({ colours, size })
    const guest = await guests.open(url)
    const member = await members.open(url)
    await signIn(member, acme.owner)
    await member.getByRole('heading', { name: 'Home' }).waitFor()
    for (const page of [guest, member]) {
      page.setDefaultTimeout(patienceMilliseconds)
      await page.evaluate((chosen) => localStorage.setItem('sshore.language', chosen), language)
      // News were read already: they would stand above every page.
      await page.evaluate(() => localStorage.setItem('sshore.announced', '9999'))
    }
    for (const { name, path, signedOut, act } of scenes) {
      const page = signedOut ? guest : member
      await page.goto(`${url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      try {
        await act?.(page)
      } catch (cause) {
        throw new Error(`${name} (${locale}) could not be shown`, { cause })
      }
      await writeFile(join(folder, `${name}-${colours}.webp`), await picture(page))
      console.log(`${locale} ${colours}: ${name}`)
    }
  }
}
