// Keys that are kept in the browser and sign there.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Page, run } from '@sshore/testkit'
import { expect, it } from 'vitest'
import { loginPage, shows, type, withTerminal } from './with-terminal.ts'

const all = withTerminal()

async function byKey(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Login name' }).fill(all.user.name)
  await page.getByText('Key', { exact: true }).click()
}

async function connected(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await shows(page, '$')
  await type(page, 'clear; echo "[$(id -un)]"')
  await shows(page, `[${all.user.name}]`)
}

async function generated(name: string, ...options: readonly string[]): Promise<string> {
  const file = join(all.one.stack.folder, name)
  await run('ssh-keygen', ['-q', '-f', file, '-C', name, ...options])
  return readFile(file, 'utf8')
}

it(
  'are made, registered and used, are never sent, and need their passphrase after a reload',
  { timeout: 60_000 },
  async () => {
    await using visit = await all.one.browser.visit()
    const page = await loginPage(all, visit)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
    await byKey(page)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('this laptop')
    await page.getByRole('textbox', { name: 'Passphrase for this browser' }).fill('open sesame')
    await page.getByRole('button', { name: 'Keep the key' }).click()
    await page.getByRole('textbox', { name: 'Passphrase of the key' }).fill('open sesame')
    await connected(page)
    const keys = (await all.namespace.owner.client.listPublicKeys({})).body
    expect(keys.map(({ name }) => name)).toContain('this laptop')
    await page.getByRole('button', { name: 'Close camera' }).click()
    await page.goto(`${all.one.stack.url}/terminal?device=${all.device.uid}`)
    await byKey(page)
    await page.getByRole('textbox', { name: 'Passphrase of the key' }).fill('wrong')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('The passphrase does not open this key.').waitFor()
    await page.getByRole('textbox', { name: 'Passphrase of the key' }).fill('open sesame')
    await connected(page)
    // A JWK's private half is its member "d".
    expect(sent.join('\n')).not.toMatch(/"d":|sesame|PRIVATE/)
    expect(sent.join('\n')).toContain('"signature"')
    expect(visit.complaints()).toEqual([])
  },
)

it.each([
  ['ed25519', ['-t', 'ed25519']],
  ['ecdsa', ['-t', 'ecdsa', '-b', '521']],
  ['rsa', ['-t', 'rsa', '-b', '2048']],
  ['pkcs8', ['-t', 'ecdsa', '-b', '384', '-m', 'PKCS8']],
] as const)('are imported as ssh-keygen writes them: %s', { timeout: 60_000 }, async (name, options) => {
  const text = await generated(name, '-N', '', ...options)
  await using visit = await all.one.browser.visit()
  const page = await loginPage(all, visit)
  await byKey(page)
  await page.getByText('Import one').click()
  await page.getByRole('textbox', { name: 'Private key' }).fill('nonsense')
  await page.getByRole('button', { name: 'Keep the key' }).click()
  await page.getByText('This is no private key.').waitFor()
  await page.getByRole('textbox', { name: 'Private key' }).fill(text)
  await page.getByRole('button', { name: 'Keep the key' }).click()
  await page.getByText('Key in this browser').waitFor()
  await connected(page)
  expect(visit.complaints()).toEqual([])
})

it('say what to do when they are locked, or are not registered', { timeout: 60_000 }, async () => {
  const locked = await generated('locked', '-N', 'secret', '-t', 'ed25519')
  const open = await generated('unregistered', '-N', '', '-t', 'ed25519')
  await using visit = await all.one.browser.visit()
  const page = await loginPage(all, visit)
  await byKey(page)
  await page.getByText('Import one').click()
  await page.getByRole('textbox', { name: 'Private key' }).fill(locked)
  await page.getByRole('button', { name: 'Keep the key' }).click()
  await page.getByText('This key has a passphrase.').waitFor()
  await page.getByRole('textbox', { name: 'Private key' }).fill(open)
  await page.getByLabel('Register its public half').uncheck()
  await page.getByRole('button', { name: 'Keep the key' }).click()
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('This key is not registered in this namespace.').waitFor()
  await page.getByRole('button', { name: 'Register the key' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await connected(page)
})
