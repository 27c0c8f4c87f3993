// Files beside a terminal in the browser.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@sshore/testkit'
import { expect, it } from 'vitest'
import { running, withTerminal } from './with-terminal.ts'

const all = withTerminal()

const panel = (page: Page) => page.getByRole('region', { name: 'Files' })

/** As if they were dropped on the terminal from the desktop. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const handle = await page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content ?? ''], file ?? ''))
      return transfer
    },
    [name, text],
  )
  const pane = page.getByRole('region', { name: 'Terminal on camera' })
  await pane.dispatchEvent('dragover', { dataTransfer: handle })
  await pane.dispatchEvent('drop', { dataTransfer: handle })
}

it('go both ways byte for byte, are renamed and removed, and folders are made', async () => {
  const { home } = all.user
  await using visit = await all.one.browser.visit()
  const page = await running(all, visit)
  await page.getByRole('button', { name: 'Files', exact: true }).click()
  await expect.poll(() => panel(page).getByLabel('Folder', { exact: true }).inputValue()).toBe(home)
  const content = randomBytes(5_000_000)
  const local = join(all.one.stack.folder, 'photo.bin')
  await writeFile(local, content)
  await panel(page).locator('input[type=file]').setInputFiles(local)
  await panel(page).getByText('Uploaded photo.bin').waitFor()
  expect(content.equals(await readFile(join(home, 'photo.bin')))).toBe(true)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel(page)
      .getByRole('button', { name: /^photo\.bin/ })
      .click(),
  ])
  expect(download.suggestedFilename()).toBe('photo.bin')
  expect(content.equals(await readFile(await download.path()))).toBe(true)

  await panel(page).getByRole('button', { name: 'More for photo.bin' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('größe ☂.bin')
  await page.keyboard.press('Enter')
  await panel(page)
    .getByRole('button', { name: /^größe ☂\.bin/ })
    .waitFor()
  expect(existsSync(join(home, 'größe ☂.bin'))).toBe(true)

  await panel(page).getByRole('button', { name: 'New folder' }).click()
  await page.getByLabel('New name').fill('inbox')
  await page.keyboard.press('Enter')
  await panel(page).getByRole('button', { name: 'inbox', exact: true }).click()
  await expect.poll(() => panel(page).getByLabel('Folder', { exact: true }).inputValue()).toBe(join(home, 'inbox'))
  await drop(page, 'note.txt', 'dropped')
  await panel(page).getByText('Uploaded note.txt').waitFor()
  expect(await readFile(join(home, 'inbox', 'note.txt'), 'utf8')).toBe('dropped')

  await drop(page, 'note.txt', 'again')
  const question = page.getByRole('dialog', { name: 'Replace what is there?' })
  await question.getByRole('button', { name: 'Keep it' }).click()
  expect(await readFile(join(home, 'inbox', 'note.txt'), 'utf8')).toBe('dropped')
  await drop(page, 'note.txt', 'again')
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect.poll(() => readFile(join(home, 'inbox', 'note.txt'), 'utf8')).toBe('again')

  await panel(page).getByRole('button', { name: 'Up', exact: true }).click()
  await panel(page).getByRole('button', { name: 'More for inbox' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'Remove inbox?' }).getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => existsSync(join(home, 'inbox'))).toBe(false)
  expect(visit.complaints()).toEqual([])
})

it('say what is not allowed, and stop when they are told to', async () => {
  const { home } = all.user
  await mkdir(join(home, 'closed'))
  await chmod(join(home, 'closed'), 0o700)
  await using visit = await all.one.browser.visit({ size: { width: 390, height: 844 }, colours: 'dark' })
  const page = await running(all, visit)
  await page.getByRole('button', { name: 'Files', exact: true }).click()
  await panel(page).getByRole('button', { name: 'closed', exact: true }).click()
  await panel(page).getByText('The user of this terminal may not do that.').waitFor()

  const big = join(all.one.stack.folder, 'big.bin')
  await writeFile(big, Buffer.alloc(200_000_000))
  await panel(page).locator('input[type=file]').setInputFiles(big)
  await panel(page).getByRole('progressbar', { name: 'Uploading big.bin' }).waitFor()
  await panel(page).getByRole('button', { name: 'Stop big.bin' }).click()
  await panel(page).getByText('Stopped: big.bin').waitFor()
  await expect.poll(() => existsSync(join(home, 'big.bin'))).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(visit.complaints()).toEqual([])
})
