// How somebody proves who they are: keys that are kept in the browser and sign there, questions of the door, security keys.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { features } from '@sshore/contract'
import { type Page, run } from '@sshore/testkit'
import { expect, it } from 'vitest'
import { withAuthenticator } from '../mfa/authenticator.ts'
import { enroll, shownCode } from '../mfa/person.ts'
import { violationsOf } from './axe.ts'
import { looks } from './full-namespace.ts'
import { keepPicture } from './pictures.ts'
import { signIn } from './with-console.ts'
import { logIn, loginPage, shows, type, withTerminal } from './with-terminal.ts'

const all = withTerminal(features.mfa[0])

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

it('are made, registered and used, are never sent, need their passphrase after a reload, and are removed after a question', async () => {
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

  await page.getByRole('button', { name: 'Close camera' }).click()
  await page.goto(`${all.one.stack.url}/terminal?device=${all.device.uid}`)
  await byKey(page)
  const question = page.getByRole('dialog', { name: 'Remove the key this laptop from this browser?' })
  for (const answer of ['Keep it', 'Remove']) {
    await page.getByRole('button', { name: 'Remove the key this laptop' }).click()
    await question.getByRole('button', { name: answer }).click()
  }
  await page.getByText('Removed the key this laptop from this browser.').waitFor()
  await page.getByRole('button', { name: 'Keep the key' }).waitFor()
  expect(visit.complaints()).toEqual([])
})

it.each([
  ['ed25519', ['-t', 'ed25519']],
  ['ecdsa', ['-t', 'ecdsa', '-b', '521']],
  ['rsa', ['-t', 'rsa', '-b', '2048']],
  ['pkcs8', ['-t', 'ecdsa', '-b', '384', '-m', 'PKCS8']],
] as const)('are imported as ssh-keygen writes them: %s', async (name, options) => {
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

it('say what to do when they are locked, or are not registered', async () => {
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

it('what the door asks besides is answered in the terminal, again when it was wrong', async () => {
  const params = { name: all.namespace.name }
  const require = (require_mfa: boolean) =>
    all.one.stack.internal.updateNamespaceByName({ params, body: { settings: { require_mfa } } })
  const member = await all.one.stack.seed.member(all.namespace, 'operator')
  const look = looks[3]
  await using visit = await all.one.browser.visit(look)
  const page = await visit.open(`${all.one.stack.url}/terminal?device=${all.device.uid}`)
  await signIn(page, member)
  await page.getByRole('heading', { name: 'Log in on camera' }).waitFor()
  // This browser signed in before there was a second factor.
  const ana = await enroll(member)
  await require(true)
  try {
    await logIn(page, all.user)
    const field = page.getByLabel(`One-time code of ${ana.username}:`)
    await field.waitFor()
    expect(await violationsOf(page, 'asked')).toEqual([])
    await keepPicture(page, 'terminal-asked-phone-dark')
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await page.getByText(/not the right answer/).waitFor()
    await page.keyboard.type(await shownCode(ana.secret))
    await page.keyboard.press('Enter')
    await shows(page, '$')
    await type(page, 'clear; echo "[$(id -un)]"')
    await shows(page, `[${all.user.name}]`)
    // Whoever has gone back to another terminal meanwhile goes on typing there.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Split to the right' }).click()
    await page.getByRole('textbox', { name: 'Login name' }).fill(all.user.name)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(all.user.password)
    await page.getByRole('button', { name: 'Connect', exact: true }).evaluate((button) => {
      document.querySelector<HTMLElement>('[data-state=running] textarea')?.focus()
      button.closest('form')?.requestSubmit()
    })
    await field.waitFor()
    expect(await page.locator('[data-state=running] textarea:focus').count()).toBe(1)
    await page.setViewportSize(look.size)
  } finally {
    await require(false)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.size.width)
  expect(visit.complaints()).toEqual([])
})

it('a security key is registered in the account, signs in, and is removed', async () => {
  const ana = await enroll(await all.one.stack.seed.member(all.namespace, 'operator'))
  // Keys know hosts by name alone.
  const url = `http://localhost:${all.one.stack.httpPort}`
  await using visit = await all.one.browser.visit()
  const page = await visit.open(`${url}/account`)
  await withAuthenticator(page)
  await signIn(page, ana)
  await page.getByRole('textbox', { name: 'One-time code' }).fill(await shownCode(ana.secret))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Add a security key' }).click()
  const form = page.getByRole('dialog', { name: 'Add a security key' })
  await form.getByRole('textbox', { name: 'Name of the key' }).fill('blue key')
  await form.getByRole('textbox', { name: 'One-time code' }).fill(await shownCode(ana.secret, 30))
  expect(await violationsOf(page, 'a new security key')).toEqual([])
  await keepPicture(page, 'security-key-new-wide-light')
  await form.getByRole('button', { name: 'Add a security key' }).click()
  await page.getByText('The security key is registered.').waitFor()

  await page.getByLabel(`Account of ${ana.username}`).click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(page, ana)
  await page.getByRole('button', { name: 'Use a security key' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()

  await page.goto(`${url}/account`)
  await page.getByRole('button', { name: 'Remove blue key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('None yet. A key signs you in without typing a code.').waitFor()
  expect(visit.complaints()).toEqual([])
})
