// npm run shots [-- name …]: pictures of every page of the console, light and dark, wide and on a phone, in .cache/shots.
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureConsole } from '@sshore/sshore'
import { createStack, type Page, repositoryRoot, startBrowser } from '@sshore/testkit'
import { fullNamespace, largestEdition, looks, opened, pagesOf, visitorPages } from './full-namespace.ts'
import { signIn } from './with-console.ts'

const { positionals: wanted } = parseArgs({ allowPositionals: true })
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)
const folder = join(repositoryRoot, '.cache/shots')
await mkdir(folder, { recursive: true })
const consoleDir = join(repositoryRoot, '.cache/shots-console')
const built = await ensureConsole(repositoryRoot, () => undefined)
if (built === undefined) throw new Error('There is no console to look at.')
// Pages are loaded for minutes: a build in the meantime would take their files away.
await rm(consoleDir, { recursive: true, force: true })
await cp(built, consoleDir, { recursive: true })
await using stack = await createStack({ config: { consoleDir, edition: largestEdition } })
await using browser = await startBrowser()

const suffixOf = ({ size, colours }: (typeof looks)[number]): string =>
  `${size.width < 500 ? 'phone' : 'wide'}-${colours}`

/** Whole pages; of what lies over a page, what a screen shows. */
async function shoot(page: Page, name: string, fullPage = true): Promise<void> {
  // Some pages ask again and again: they are never idle for long.
  await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage })
}

const { sign } = (await stack.internal.getSetup()).body
for (const look of looks) {
  if (!isWanted('setup')) continue
  await using visit = await browser.visit(look)
  const page = await visit.open(`${stack.url}/setup?sign=${sign}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot(page, `setup-${suffixOf(look)}`)
}
const namespace = await fullNamespace(stack, 'shop-floor')
const empty = await stack.seed.namespace('fresh-start', 'niklaus')
for (const look of looks) {
  const suffix = suffixOf(look)
  await using visit = await browser.visit(look)
  const page = await visit.open(stack.url)
  if (isWanted('login')) await shoot(page, `login-${suffix}`)
  for (const [name, path] of visitorPages) {
    if (!isWanted(name)) continue
    await page.goto(`${stack.url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shoot(page, `${name}-${suffix}`)
  }
  await page.goto(stack.url)
  await signIn(page, namespace.owner)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  for (const [name, path] of pagesOf(namespace)) {
    if (!isWanted(name)) continue
    await page.goto(`${stack.url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shoot(page, `${name}-${suffix}`)
  }
  for (const [name, path, buttons] of opened) {
    if (!isWanted(name)) continue
    await page.goto(`${stack.url}${path}`)
    for (const button of buttons) await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').waitFor()
    await shoot(page, `${name}-${suffix}`, false)
  }
  if (isWanted('palette')) {
    await page.goto(stack.url)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('c')
    await shoot(page, `palette-${suffix}`)
  }
  await using newcomer = await browser.visit(look)
  const first = await newcomer.open(stack.url)
  await signIn(first, empty.owner)
  await first.getByRole('heading', { name: 'Home' }).waitFor()
  if (isWanted('first-steps')) await shoot(first, `first-steps-${suffix}`)
  console.log(`${suffix}: ${[...visit.complaints(), ...newcomer.complaints()].join('; ') || 'nothing to complain of'}`)
}
console.log(`The pictures are in ${folder}`)
