// Where the links of mails lead, by mails that a real mail server has taken.
import { freePort, longTests, type Page } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enroll } from '../mfa/person.ts'
import { violationsOf } from './axe.ts'
import { largestEdition, looks } from './full-namespace.ts'
import { openMailbox } from './mailbox.ts'
import { keepPicture } from './pictures.ts'
import { signIn, withConsole } from './with-console.ts'

const mailbox = await openMailbox()
const httpPort = await freePort()
const publicUrl = `http://127.0.0.1:${httpPort}`
const one = withConsole({ edition: largestEdition, httpPort, publicUrl, ...mailbox.config })
// Before there is a first user nobody registers.
beforeAll(async () => {
  await one.stack.seed.user()
})
afterAll(() => mailbox[Symbol.asyncDispose]())

const phone = looks[3]
const home = (page: Page) => page.getByRole('heading', { name: 'Home' })
const fresh = (page: Page) => page.getByRole('heading', { name: 'No namespace yet' })

async function register(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill('Grace Hopper')
  const email = page.getByRole('textbox', { name: 'E-mail address' })
  if ((await email.inputValue()) === '') await email.fill(`${name}@example.org`)
  await page.getByRole('textbox', { name: 'User name' }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill('compilers')
  await page.getByRole('button', { name: 'Create the account' }).click()
}

describe('a mailed link', () => {
  it('confirms the address of whoever registered, on the phone where they read their mail', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${publicUrl}/register`)
    await register(page, 'grace')
    await page.getByText('A link was sent to grace@example.org.').waitFor()
    const link = await mailbox.link('grace@example.org', 'Confirm the address')
    await using other = await one.browser.visit(phone)
    const reader = await other.open(link)
    await reader.getByText('Your address is confirmed.').waitFor()
    expect(await violationsOf(reader, 'confirmed')).toEqual([])
    await reader.getByRole('link', { name: 'Sign in' }).click()
    await signIn(reader, { username: 'grace', password: 'compilers' })
    await fresh(reader).waitFor()
    expect([...visit.complaints(), ...other.complaints()]).toEqual([])
  })

  it.runIf(longTests)('leads to a new password, once', async () => {
    const user = await one.stack.seed.user()
    await using visit = await one.browser.visit(phone)
    const page = await visit.open(publicUrl)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('User name or e-mail address').fill(user.username)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('If there is such an account').waitFor()
    const link = await mailbox.link(user.email, 'Choose a new password')
    await page.goto(link)
    await page.getByLabel('New password').fill('x')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('5 to 30 characters').first().waitFor()
    await page.getByLabel('New password').fill('brand new')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The password is set.').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, { username: user.username, password: 'brand new' })
    await fresh(page).waitFor()
    await mailbox.text(user.email, 'was changed with a link')
    await page.goto(link)
    await page.getByLabel('New password').fill('another one')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('New password').inputValue()).toBe('another one')
    expect(visit.complaints()).toEqual([])
  })

  it('leads whoever was invited past signing up and into the namespace', async () => {
    const namespace = await one.stack.seed.namespace()
    await using visit = await one.browser.visit()
    const page = await visit.open(`${publicUrl}/members`)
    await signIn(page, namespace.owner)
    const invite = async (email: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add member' }).click()
      const panel = page.getByRole('dialog', { name: 'Add member' })
      await panel.getByLabel('E-mail address').fill(email)
      await panel.getByRole('button', { name: 'Invite by e-mail' }).click()
      await panel.waitFor({ state: 'detached' })
    }
    await invite('alan@example.org')
    const first = await mailbox.link('alan@example.org', namespace.name)
    await page.getByRole('button', { name: 'More for alan@example.org' }).click()
    await page.getByRole('menuitem', { name: 'Mail it again' }).click()
    await page.getByText('Mailed to alan@example.org again').waitFor()
    const second = await mailbox.link('alan@example.org', namespace.name, first)
    expect(await violationsOf(page, 'an invitation that waits')).toEqual([])
    await page.route('**/members/invites?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-total-count': '250' } })
    })
    await page.reload()
    await page.getByText('1–100 of 250').waitFor()
    const third = page.waitForRequest(/\/members\/invites\?.*\bpage=3\b/)
    await page.getByRole('button', { name: '3', exact: true }).click()
    await third
    // The list is asked for at every sign of a change: one that is on its way is answered first.
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await keepPicture(page, 'invitations-wide-light')

    await using other = await one.browser.visit(phone)
    const guest = await other.open(first)
    await guest.getByText('This invitation is unknown').waitFor()
    await guest.goto(second)
    await register(guest, 'alan')
    // The mail has proved the address: nothing is left to confirm.
    await guest.getByText(/^Join the namespace/).waitFor()
    expect(await violationsOf(guest, 'invited')).toEqual([])
    await guest.getByRole('button', { name: 'Join' }).click()
    await home(guest).waitFor()
    // The member is told of where the invitation stood, at once.
    await page.getByLabel('Role of alan@example.org').waitFor()
    await page.getByRole('region', { name: 'Invitations' }).waitFor({ state: 'detached' })

    await invite('late@example.org')
    await page.getByRole('button', { name: 'More for late@example.org' }).click()
    await page.getByRole('menuitem', { name: 'New link' }).click()
    await page.getByRole('button', { name: 'Make the link' }).click()
    const handed = (await page.getByRole('dialog').locator('.copy-line code').textContent()) ?? ''
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More for late@example.org' }).click()
    await page.getByRole('menuitem', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('late@example.org is invited no longer.').waitFor()
    await guest.goto(handed)
    await guest.getByText('This invitation is unknown').waitFor()
    expect([...visit.complaints(), ...other.complaints()]).toEqual([])
  })

  it.runIf(longTests)('waits for the account that was invited, whoever else is signed in', async () => {
    const namespace = await one.stack.seed.namespace()
    const [guest, somebody] = [await one.stack.seed.user(), await one.stack.seed.user()]
    const params = { tenant: namespace.tenantId }
    await namespace.owner.client.addMember({ params, body: { email: guest.email, role: 'observer' } })
    await using visit = await one.browser.visit(phone)
    const page = await visit.open(publicUrl)
    await signIn(page, somebody)
    await fresh(page).waitFor()
    await page.goto(await mailbox.link(guest.email, namespace.name))
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByText('This invitation is for another account').waitFor()
    await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
    await page.getByLabel('Password', { exact: true }).fill(guest.password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Join' }).click()
    await home(page).waitFor()
    expect(visit.complaints()).toEqual([])
  })

  it.runIf(longTests)('takes the two codes that switch a lost second factor off', async () => {
    const user = await enroll(await one.stack.seed.user())
    await using visit = await one.browser.visit()
    const page = await visit.open(publicUrl)
    await signIn(page, user)
    await page.getByText('I have none of these').click()
    await page.getByRole('button', { name: 'Send the codes' }).click()
    await page.getByText('the codes are on their way').waitFor()
    const codeIn = (text: string): string => /^ {4}([A-Z0-9]+)$/m.exec(text)?.[1] ?? ''
    const [main, other] = [
      await mailbox.text(user.email, '/reset-mfa?id='),
      await mailbox.text(`${user.username}@recovery.example.org`, '/reset-mfa?id='),
    ]
    await page.goto(await mailbox.link(user.email, '/reset-mfa?id='))
    await page.getByLabel('Code in your e-mail').fill(codeIn(main))
    await page.getByLabel('Code in the mail to your recovery address').fill(codeIn(main))
    await page.getByRole('button', { name: 'Switch off and sign in' }).click()
    await page.getByText('These are not the codes').first().waitFor()
    await page.getByLabel('Code in the mail to your recovery address').fill(codeIn(other))
    await page.getByRole('button', { name: 'Switch off and sign in' }).click()
    await page.getByRole('button', { name: 'Set up' }).waitFor()
    expect(visit.complaints()).toEqual([])
  })
})
