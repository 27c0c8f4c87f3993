// What somebody who looks after the whole server does in the console, and who is kept out of it.
import { features } from '@sshore/contract'
import type { SeededNamespace } from '@sshore/testkit'
import { run, until } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { pendingDevice, signIn, withConsole } from './with-console.ts'

const one = withConsole({ edition: features.admin[0] })
let root: SeededNamespace
beforeAll(async () => {
  root = await one.stack.seed.namespace()
  const params = { username: root.owner.username }
  await one.stack.internal.setAdministrator({ params, body: { administrator: true } })
})

const newCertificate = async (): Promise<string> => {
  const words = 'req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=idp.example.org -keyout /dev/null'
  return (await run('openssl', words.split(' '))).stdout
}

const phone = { size: { width: 390, height: 844 } } as const

describe('an administrator of the server', () => {
  it('makes a user, gives and takes what they may, and deletes them once their name is typed', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/admin`)
    await signIn(page, root.owner)
    await page.getByRole('link', { name: /^\d+ users$/ }).click()
    await page.getByRole('button', { name: 'Create user' }).click()
    const panel = page.getByRole('dialog', { name: 'Create user' })
    await panel.getByLabel('User name').fill('grace')
    await panel.getByLabel('Name', { exact: true }).fill('Grace')
    await panel.getByLabel('E-mail address').fill('grace')
    await panel.getByLabel('Password', { exact: true }).fill('a long password')
    await panel.getByRole('button', { name: 'Create user' }).click()
    await panel.getByText('An address like ada@example.com.').waitFor()
    await panel.getByLabel('E-mail address').fill('grace@example.com')
    await panel.getByRole('button', { name: 'Create user' }).click()
    await page.getByText('Created grace.').waitFor()
    await page.getByLabel('Search users').fill('grace')
    await page.getByRole('link', { name: 'grace' }).click()
    await page.getByRole('heading', { name: 'grace', level: 1 }).waitFor()
    await page.getByLabel('Looks after the whole server').click({ force: true })
    await page.getByText('Is an administrator of the server now.').waitFor()
    await page.getByLabel('Namespaces they may create').fill('2')
    await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const [grace] = (await root.owner.client.adminListUsers({ query: { sort_by: 'created_at', order_by: 'desc' } }))
      .body
    expect(grace).toMatchObject({ username: 'grace', administrator: true, max_namespaces: 2 })
    await page.getByRole('button', { name: 'Delete this user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete grace?' })
    await dialog.getByLabel('Type grace to go on').fill('grace')
    await dialog.getByRole('button', { name: 'Delete this user' }).click()
    await page.getByText('Deleted grace.').waitFor()
    expect(visit.complaints()).toEqual([])
  })

  it('gives a namespace another limit and owner, accepts a device in it and removes it, on a phone', async () => {
    const { stack, browser } = one
    const namespace = await stack.seed.namespace()
    const heir = await stack.seed.user()
    const device = await pendingDevice(stack, namespace.tenantId, 'far-away')
    await using visit = await browser.visit(phone)
    const page = await visit.open(`${stack.url}/admin/namespaces?q=${namespace.name}`)
    await signIn(page, root.owner)
    await page.getByRole('link', { name: namespace.name }).click()
    await page.getByLabel('Device limit').fill('7')
    await page.getByRole('textbox', { name: 'Owner' }).fill('nobody-at-all')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('There is no such user.').waitFor()
    await page.getByRole('textbox', { name: 'Owner' }).fill(heir.username)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0 of 7').waitFor()
    const { client } = namespace.owner
    const { body } = await client.getNamespace({ params: { tenant: namespace.tenantId } })
    expect(body).toMatchObject({ max_devices: 7 })
    expect(body.members.find(({ role }) => role === 'owner')?.email).toBe(heir.email)
    await page.getByRole('main').getByRole('link', { name: 'Devices', exact: true }).click()
    await page.getByText(`Only of ${namespace.name}`).waitFor()
    await page.getByRole('button', { name: `More for ${device.name}` }).click()
    await page.getByRole('menuitem', { name: 'Accept' }).click()
    await page.getByText(`Accepted ${device.name}.`).waitFor()
    expect((await client.getDevice({ params: { uid: device.uid } })).body.status).toBe('accepted')
    await page.getByRole('button', { name: `More for ${device.name}` }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Nothing matches').waitFor()
    expect(visit.complaints()).toEqual([])
  })

  it('names an identity provider by hand, and the server says what is wrong with it', async () => {
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

  it('announces something, which members read once and nobody can make act', async () => {
    const { stack, browser } = one
    const member = await stack.seed.namespace()
    await using visit = await browser.visit()
    const page = await visit.open(`${stack.url}/admin/announcements?add=yes`)
    await signIn(page, root.owner)
    const panel = page.getByRole('dialog', { name: 'Announce something' })
    await panel.getByLabel('Title').fill('Moving house')
    await panel
      .getByRole('textbox', { name: 'Text' })
      .fill('On **Sunday**. <img src=x onerror=alert(1)> [more](javascript:alert(1))')
    await panel.locator('strong', { hasText: 'Sunday' }).waitFor()
    await panel.getByRole('button', { name: 'Announce something' }).click()
    await page.getByText('Announced.').waitFor()

    await using other = await browser.visit(phone)
    const reader = await other.open(stack.url)
    await signIn(reader, member.owner)
    const notice = reader.getByRole('complementary', { name: 'Announcement' })
    await notice.getByText('Moving house').waitFor()
    await notice.getByRole('link', { name: 'Read' }).click()
    await reader.getByRole('article').getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await reader.getByRole('article').getByRole('link').count()).toBe(0)
    const answered = reader.waitForResponse((response) => response.url().includes('/api/announcements?'))
    await reader.goto(stack.url)
    await answered
    await reader.getByRole('heading', { name: 'Recent sessions' }).waitFor()
    expect(await notice.count()).toBe(0)

    await page.getByRole('button', { name: 'More for Moving house' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Nothing announced').waitFor()
    expect([...visit.complaints(), ...other.complaints()]).toEqual([])
  })

  it('hands a mail on where there is no mail server', async () => {
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/admin/mail`)
    await signIn(page, root.owner)
    await page.getByText('No mail server is set up').waitFor()
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('dialog').getByLabel('To').fill('linus@example.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Open the mail to linus@example.com' }).click()
    const text = await page.getByRole('dialog', { name: 'Trial' }).locator('pre').textContent()
    expect(text?.length).toBeGreaterThan(20)
    expect(visit.complaints()).toEqual([])
  })
})

it('who does not look after the server is not shown the way, and told so at the address; in Portuguese too', async () => {
  const { stack, browser } = one
  const namespace = await stack.seed.namespace()
  await using visit = await browser.visit()
  const page = await visit.open(`${stack.url}/admin/users`)
  await signIn(page, namespace.owner)
  await page.getByRole('heading', { name: 'For administrators of this server' }).waitFor()
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
  await stack.internal.setAdministrator({
    params: { username: namespace.owner.username },
    body: { administrator: true },
  })
  await page.evaluate(() => localStorage.setItem('sshore.language', 'pt'))
  await page.reload()
  await page.getByRole('heading', { name: 'Utilizadores', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Administração', exact: true }).waitFor()
  await until('the table is there', async () => (await page.getByRole('table').count()) === 1)
  expect(visit.complaints()).toEqual([])
})
