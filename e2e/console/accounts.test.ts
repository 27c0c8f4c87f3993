// People and their accounts: a second factor, an invitation, and the administration of the whole server.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { features } from '@sshore/contract'
import { freePort, type Page, run } from '@sshore/testkit'
import { expect, it } from 'vitest'
import { shownCode } from '../mfa/person.ts'
import { violationsOf } from './axe.ts'
import { looks } from './full-namespace.ts'
import { keepPicture } from './pictures.ts'
import { administratorOf, pendingDevice, signIn, withConsole } from './with-console.ts'

const one = withConsole({ edition: features.admin[0], tunnelsDomain: 'tunnels.test' })

const home = (page: Page) => page.getByRole('heading', { name: 'Home' })

it('a second factor is set up, asked for, and switched off', async () => {
  const { owner } = await one.stack.seed.namespace()
  await owner.client.updateUser({ body: { recovery_email: `${owner.username}@recovery.example.org` } })
  await using visit = await one.browser.visit()
  const page = await visit.open(`${one.stack.url}/account`)
  await signIn(page, owner)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('figure', { name: 'QR code of the secret' }).waitFor()
  expect(await violationsOf(page, 'setting up')).toEqual([])
  await keepPicture(page, 'mfa-set-up-wide-light')
  const secret = (await page.locator('.mfa-steps .copy-line code').textContent()) ?? ''
  const recovery = await page.locator('.recovery-codes li').allTextContents()
  expect(recovery).toHaveLength(6)
  await page.getByLabel('I have kept them in a safe place').check()
  await page.getByRole('textbox', { name: 'Type in the code that the app shows' }).fill(await shownCode(secret, -30))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('6 recovery codes are left.').waitFor()

  await using other = await one.browser.visit(looks[3])
  const phone = await other.open(one.stack.url)
  await signIn(phone, owner)
  await phone.getByRole('textbox', { name: 'One-time code' }).fill('000000')
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await phone.getByText('This code is wrong').waitFor()
  expect(await violationsOf(phone, 'second step')).toEqual([])
  await keepPicture(phone, 'mfa-second-step-phone-dark')
  await phone.getByRole('textbox', { name: 'One-time code' }).fill(await shownCode(secret))
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await home(phone).waitFor()

  await page.getByRole('button', { name: 'Switch off …' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(recovery[0] ?? '')
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('button', { name: 'Set up' }).waitFor()
  expect(visit.complaints()).toEqual([])
})

it('an invitation leads to signing up and into the namespace', async () => {
  const namespace = await one.stack.seed.namespace()
  const { link } = (
    await namespace.owner.client.inviteMember({
      params: { tenant: namespace.tenantId },
      body: { email: 'grace@example.org', role: 'operator' },
    })
  ).body
  await using visit = await one.browser.visit()
  const page = await visit.open(`${one.stack.url}${new URL(link).pathname}${new URL(link).search}`)
  await page.getByRole('textbox', { name: 'Your name' }).fill('Grace Hopper')
  const email = page.getByRole('textbox', { name: 'E-mail address' })
  if ((await email.inputValue()) === '') await email.fill('grace@example.org')
  await page.getByRole('textbox', { name: 'User name' }).fill('grace')
  await page.getByLabel('Password', { exact: true }).fill('compilers')
  await page.getByRole('button', { name: 'Create the account' }).click()
  // A link that was handed on proves no address.
  await page.getByText('Your account waits for its address to be confirmed.').waitFor()
  const account = (await one.stack.internal.adminListUsers({ query: { per_page: 100 } })).body.find(
    ({ username }) => username === 'grace',
  )
  if (!account) throw new Error('The account is there.')
  await one.stack.internal.adminUpdateUser({ params: { id: account.id }, body: { confirmed: true } })
  await page.reload()
  await signIn(page, { username: 'grace', password: 'compilers' })
  await page.getByText(/^Join the namespace/).waitFor()
  expect(await violationsOf(page, 'invited')).toEqual([])
  await page.getByRole('button', { name: 'Join' }).click()
  await home(page).waitFor()
  await page.getByRole('button', { name: new RegExp(namespace.name) }).waitFor()
  // The login before the address was confirmed was refused.
  expect(visit.complaints()).toHaveLength(0)
})

it('a tunnel is opened and closed, and a connector says why it does not connect', async () => {
  const namespace = await one.stack.seed.namespace()
  const { uid } = await pendingDevice(one.stack, namespace.tenantId, 'camera')
  await namespace.owner.client.setDeviceStatus({ params: { uid, status: 'accept' } })
  await using visit = await one.browser.visit(looks[3])
  const page = await visit.open(`${one.stack.url}/devices/${uid}`)
  await signIn(page, namespace.owner)
  await page.getByRole('button', { name: 'Open a tunnel' }).click()
  const form = page.getByRole('dialog', { name: 'Open a tunnel' })
  await form.getByRole('textbox', { name: 'Port' }).fill('8080')
  await form.getByRole('button', { name: 'Open a tunnel' }).click()
  await page.getByText('127.0.0.1:8080').waitFor()
  const found = await violationsOf(page, 'a device with a tunnel')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByText('Tunnel closed.').waitFor()

  await page.goto(`${one.stack.url}/connectors`)
  await page.getByRole('button', { name: 'Add connector' }).click()
  const connector = page.getByRole('dialog', { name: 'Add connector' })
  await connector.getByRole('textbox', { name: 'Address' }).fill('engine.invalid')
  await connector.getByRole('switch').press('Space')
  await connector.getByRole('button', { name: 'Add connector' }).click()
  await page.getByText('engine.invalid').first().waitFor()
  found.push(...(await violationsOf(page, 'a connector')))
  await keepPicture(page, 'connectors-one-phone-dark')
  expect(found).toEqual([])
  expect(visit.complaints()).toEqual([])
})

const newCertificate = async (): Promise<string> => {
  const words = 'req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=idp.example.org -keyout /dev/null'
  return (await run('openssl', words.split(' '))).stdout
}

/** Answers whatever is asked with a fault of its own. */
async function brokenServer() {
  const port = await freePort()
  const server = createServer((_, reply) => reply.writeHead(503).end()).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${port}/sso`, [Symbol.dispose]: () => void server.close() }
}

it('names an identity provider by hand, and the server says what is wrong with it', async () => {
  const root = await administratorOf(one.stack)
  await using visit = await one.browser.visit()
  const page = await visit.open(`${one.stack.url}/admin/authentication`)
  await signIn(page, root.owner)
  expect(await page.getByLabel('People may sign in at the identity provider').isDisabled()).toBe(true)
  await page.getByText('By hand').click()
  await page.getByLabel('Entity identifier').fill('https://idp.example.org')
  await page.getByLabel('Address for signing in').fill('https://idp.example.org/sso')
  await page.getByLabel('Certificates').fill('not one')
  await page.getByRole('button', { name: 'Save' }).click()
  // At the field, and nothing that was typed is lost.
  await page.getByText('PEM or base64, with RSA keys').nth(1).waitFor()
  expect(await page.getByLabel('Certificates').inputValue()).toBe('not one')
  await page.getByLabel('Address for signing in').fill('nowhere')
  await page.getByLabel('Certificates').fill(await newCertificate())
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('An address that begins with https://').waitFor()
  await page.getByLabel('Address for signing in').fill('https://idp.example.org/sso')
  await page.getByLabel('Attribute of the e-mail address').fill('urn:mail')
  await page.getByLabel('Address for signing in').fill('http://127.0.0.1:1/sso')
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('It does not answer.').waitFor()
  await page.getByText('CN=idp.example.org').waitFor()
  expect(await page.getByText('If browsers reach it').count()).toBe(1)
  await keepPicture(page, 'saml-tried-wide-light')
  const speak = async (language: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Type a page|Digite uma página/ }).fill(language)
    await page.keyboard.press('Enter')
  }
  await speak('Mudar para')
  await page.getByText('Ele não responde.').waitFor()
  await speak('Switch to')
  await page.getByText('It does not answer.').waitFor()
  using broken = await brokenServer()
  await page.getByLabel('Address for signing in').fill(broken.url)
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('It answers 503.').waitFor()
  expect(await page.getByText('If browsers reach it').count()).toBe(0)
  await page.getByLabel('Address for signing in').fill('https://idp.example.org/sso')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The identity provider is set.').waitFor()
  const { idp } = (await root.owner.client.adminGetAuthentication()).body.saml
  expect(idp).toMatchObject({ signon_url: 'https://idp.example.org/sso', mappings: { email: 'urn:mail', name: '' } })
  expect(await page.getByLabel('Entity identifier').inputValue()).toBe('https://idp.example.org')
  // The only way to sign in cannot be switched off.
  await page.getByLabel('People may sign in with a password').click({ force: true })
  await page.getByText('At least one way to sign in').waitFor()
  expect(await page.getByLabel('People may sign in with a password').isChecked()).toBe(true)
  expect(visit.complaints().filter((each) => !/status of 4\d\d/.test(each))).toEqual([])
})

it('acts as a member under a banner, in one tab, and the log names both', async () => {
  const root = await administratorOf(one.stack)
  const { stack, browser } = one
  const namespace = await stack.seed.namespace()
  const { username } = namespace.owner
  await using visit = await browser.visit()
  const page = await visit.open(`${stack.url}/admin/users?q=${username}`)
  await signIn(page, root.owner)
  await page.getByRole('link', { name: username, exact: true }).click()
  await page.getByRole('region', { name: 'Namespaces' }).getByRole('link', { name: namespace.name }).waitFor()
  const act = async () => {
    await page.getByRole('button', { name: `Act as ${username}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Act as ${username}` })
      .click()
  }
  await act()
  const banner = page.getByRole('complementary', { name: 'Acting as somebody else' })
  await banner.getByText(`You act as ${username} until `).waitFor()
  await page.getByRole('button', { name: `Namespace ${namespace.name}, switch` }).waitFor()
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
  expect(await violationsOf(page, 'acting')).toEqual([])
  await keepPicture(page, 'acting-wide-light')
  await page.setViewportSize({ width: 390, height: 844 })
  await keepPicture(page, 'acting-phone-light')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Ports that listen on devices').click({ force: true })
  await page.getByText('Saved.').waitFor()
  await banner.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('heading', { name: username, level: 1 }).waitFor()
  const { body } = await namespace.owner.client.listAudit({ query: { per_page: 2 } })
  expect(body.map(({ action, actor }) => [action, actor.name])).toEqual([
    ['namespace.update', `${username} (by ${root.owner.username})`],
    ['user.impersonate', root.owner.username],
  ])
  // A token that is taken no longer ends it as the button does, and says so.
  await act()
  await banner.waitFor()
  // Of a page that is not open yet: what an open one asks for, it asks for again whenever something changes.
  await page.route('**/api/sshkeys/**', (route) => route.fulfill({ status: 401, body: '{"code":"unauthenticated"}' }))
  await page.getByRole('link', { name: 'Public keys', exact: true }).click()
  await page.getByText(`You are yourself again: the time as ${username} is over.`).waitFor()
  await page.getByRole('heading', { name: username, level: 1 }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  // A page that is loaded again is that of the administrator.
  await act()
  await banner.waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Administration', exact: true }).waitFor()
  expect(await banner.count()).toBe(0)
  expect(visit.complaints()).toEqual([])
})
