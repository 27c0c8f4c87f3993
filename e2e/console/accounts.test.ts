// People and their accounts: a second factor, an invitation, and the administration of the whole server.
import { features } from '@sshore/contract'
import type { Page } from '@sshore/testkit'
import { expect, it } from 'vitest'
import { shownCode } from '../mfa/person.ts'
import { violationsOf } from './axe.ts'
import { looks } from './full-namespace.ts'
import { keepPicture } from './pictures.ts'
import { pendingDevice, signIn, withConsole } from './with-console.ts'

const one = withConsole({ edition: features.admin[0], tunnelsDomain: 'tunnels.test' })

const home = (page: Page) => page.getByRole('heading', { name: 'Home' })

it('a second factor is set up, asked for, and switched off', { timeout: 90_000 }, async () => {
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

it('an invitation leads to signing up and into the namespace', { timeout: 60_000 }, async () => {
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

it('a tunnel is opened and closed, and a connector says why it does not connect', { timeout: 60_000 }, async () => {
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
