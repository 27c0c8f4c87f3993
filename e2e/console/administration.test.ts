// What somebody who looks after the whole server does in the console, and who is kept out of it.
import { features } from '@sshore/contract'
import { type Page, type SeededNamespace, until } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { violationsOf } from './axe.ts'
import { keepPicture } from './pictures.ts'
import { administratorOf, pendingDevice, signIn, withConsole } from './with-console.ts'

const one = withConsole({ edition: features.admin[0] })
let root: SeededNamespace
beforeAll(async () => {
  root = await administratorOf(one.stack)
})

const phone = { size: { width: 390, height: 844 } } as const

/** What the panel beside the page is called while it is closed, until it is gone. */
async function headingsWhile(page: Page, close: () => Promise<void>): Promise<readonly string[]> {
  const seen = await page.evaluateHandle(() => {
    const found: string[] = []
    const look = () => {
      const text = document.querySelector('.overlay-title')?.textContent
      if (text && !found.includes(text)) found.push(text)
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    return found
  })
  await close()
  await page.locator('.overlay-title').waitFor({ state: 'detached' })
  return seen.jsonValue()
}

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
    await page.getByLabel('Search users').fill('nobody-at-all')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('link', { name: root.owner.username, exact: true }).waitFor()
    // What was on the last page is gone, or somebody has kept its address.
    await page.goto(`${one.stack.url}/admin/users?page=9`)
    await page.getByRole('link', { name: root.owner.username, exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    const tabs = page.getByRole('navigation', { name: 'Administration of the server' })
    await tabs.getByRole('link', { name: 'Devices' }).click()
    await page.getByText('No devices').waitFor()
    expect(visit.complaints()).toEqual([])
  })

  it('gives a namespace another limit and owner, accepts a device in it and removes it, on a phone', async () => {
    const { stack, browser } = one
    const namespace = await stack.seed.namespace()
    const heir = await stack.seed.user()
    const device = await pendingDevice(stack, namespace.tenantId, 'far-away')
    const invited = await stack.seed.user()
    await namespace.owner.client.inviteMember({
      params: { tenant: namespace.tenantId },
      body: { email: invited.email, role: 'operator' },
    })
    await using visit = await browser.visit(phone)
    const page = await visit.open(`${stack.url}/admin/namespaces?q=${namespace.name}`)
    await signIn(page, root.owner)
    await page.getByRole('listitem').filter({ hasText: namespace.name }).getByText('Members1').waitFor()
    await page.getByRole('link', { name: namespace.name }).click()
    const members = page.getByRole('region', { name: 'Members' })
    await members.getByRole('listitem').filter({ hasText: invited.email }).getByText('invited as operator').waitFor()
    await page.getByLabel('Device limit').fill('7')
    await page.getByRole('textbox', { name: 'Owner' }).fill('nobody-at-all')
    await page.getByRole('region', { name: 'Change' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('There is no such user.').waitFor()
    await page.getByRole('textbox', { name: 'Owner' }).fill(heir.username)
    await page.getByRole('region', { name: 'Change' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('0 of 7').waitFor()
    const { client } = namespace.owner
    const { body } = await client.getNamespace({ params: { tenant: namespace.tenantId } })
    expect(body).toMatchObject({ max_devices: 7 })
    expect(body.members.find(({ role }) => role === 'owner')?.email).toBe(heir.email)
    await page.getByRole('navigation', { name: 'What is in it' }).getByRole('link', { name: 'Devices' }).click()
    expect(await page.getByRole('combobox', { name: 'Namespace' }).inputValue()).toBe(namespace.name)
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
    const notice = reader.getByRole('complementary', { name: 'Announcement' })
    await notice.getByText('Moving house').click()
    await notice.locator('strong', { hasText: 'Sunday' }).waitFor()
    expect(await violationsOf(reader, 'announced at login')).toEqual([])
    await keepPicture(reader, 'login-announced-phone-light')
    await signIn(reader, member.owner)
    await reader.getByRole('heading', { name: 'Home' }).waitFor()
    await notice.getByText('Moving house').waitFor()
    const unread = reader.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Announcements 1 new' })
    await reader.getByRole('button', { name: 'More', exact: true }).click()
    await unread.waitFor()
    await keepPicture(reader, 'announcements-unread-phone-light')
    await reader.keyboard.press('Escape')
    await notice.getByRole('link', { name: 'Read' }).click()
    await reader.getByRole('article').getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await reader.getByRole('article').getByRole('link').count()).toBe(0)
    await reader.goto(`${stack.url}/announcements?page=7`)
    await reader.getByRole('list', { name: 'Announcements' }).getByRole('link', { name: 'Moving house' }).waitFor()
    const answered = reader.waitForResponse((response) => response.url().includes('/api/announcements?'))
    await reader.goto(stack.url)
    await answered
    await reader.getByRole('heading', { name: 'Recent sessions' }).waitFor()
    expect(await notice.count()).toBe(0)
    await reader.getByRole('button', { name: 'More', exact: true }).click()
    await reader.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Announcements' }).waitFor()
    expect(await unread.count()).toBe(0)

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
    await page.getByRole('button', { name: 'Send a test mail' }).click()
    await page.getByRole('dialog').getByLabel('To').fill('linus@example.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Open the mail to linus@example.com' }).click()
    const text = await page.getByRole('dialog', { name: 'Test mail' }).locator('pre').textContent()
    expect(text?.length).toBeGreaterThan(20)
    expect(visit.complaints()).toEqual([])
  })
})

describe('what an administrator of the server sees of all namespaces', () => {
  it('adds a rule, finds a key and removes both, renames a device, and reads in the log that it was them', async () => {
    const { stack, browser } = one
    const namespace = await stack.seed.namespace()
    const { client } = namespace.owner
    const device = await pendingDevice(stack, namespace.tenantId, 'misnamed')
    const key = await stack.newKey()
    await stack.seed.publicKey(namespace, key.line)
    for (const priority of [20, 30]) {
      const everywhere = { source_ip: '.*', username: 'ada', filter: { hostname: '.*' } }
      await client.createFirewallRule({ body: { action: 'allow', active: true, priority, ...everywhere } })
    }
    await using visit = await browser.visit()
    const page = await visit.open(`${stack.url}/admin/firewall?add=yes`)
    await signIn(page, root.owner)
    const tabs = page.getByRole('navigation', { name: 'Administration of the server' })
    const panel = page.getByRole('dialog', { name: 'Add rule' })
    await panel.getByText('Choose first whose it will be.').waitFor()
    const whose = panel.getByRole('combobox', { name: 'Namespace' })
    await whose.fill(namespace.name)
    await panel.getByRole('option', { name: namespace.name }).click()
    await panel.getByLabel('Login names').fill('root')
    // Chosen again, it is the same one, and what was typed stays.
    await whose.click()
    await panel.getByRole('option', { name: namespace.name }).click()
    expect(await panel.getByLabel('Login names').inputValue()).toBe('root')
    // Behind the rules of that namespace.
    await until('the place is known', async () => (await panel.getByLabel('Priority').inputValue()) === '40')
    await panel.getByRole('button', { name: 'Add rule' }).click()
    await page.getByRole('row', { name: namespace.name }).getByText('root').waitFor()
    const { body: rules } = await client.listFirewallRules()
    expect(rules.map(({ action, priority }) => [action, priority])).toEqual([
      ['allow', 20],
      ['allow', 30],
      ['deny', 40],
    ])
    const name = `Rule ${rules[2]?.id}`
    // While it slides away it stays what it was.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('dialog', { name: 'Edit rule' }).waitFor()
    const headings = await headingsWhile(page, () => page.keyboard.press('Escape'))
    expect(headings).toEqual(['Edit rule'])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText(`${name} removed.`).waitFor()

    const [known] = (await client.listPublicKeys()).body
    await tabs.getByRole('link', { name: 'Keys' }).click()
    await page.getByLabel('Search public keys').fill(known?.fingerprint.slice(7, 20) ?? '')
    await page
      .getByRole('row', { name: namespace.name })
      .getByRole('button', { name: `More for ${known?.name}` })
      .click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Nothing matches').waitFor()
    expect((await client.listPublicKeys()).body).toEqual([])

    await tabs.getByRole('link', { name: 'Devices' }).click()
    await page.getByRole('link', { name: device.name }).click()
    const about = page.getByRole('dialog', { name: device.name })
    await about.getByLabel('Name', { exact: true }).fill('named-well')
    await about.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog', { name: 'named-well' }).waitFor()
    await page.keyboard.press('Escape')

    await tabs.getByRole('link', { name: 'Log' }).click()
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    await page.getByRole('combobox', { name: 'Namespace' }).fill(namespace.name)
    await page.getByRole('option', { name: namespace.name }).click()
    await page.getByLabel('Who', { exact: true }).selectOption('administrator')
    await page.getByLabel('What', { exact: true }).selectOption('device')
    await page.getByRole('button', { name: 'Details of device.update' }).click()
    const entry = page.getByRole('dialog', { name: 'Details' })
    await entry.getByRole('row', { name: 'name misnamed named-well' }).waitFor()
    await entry.getByText(root.owner.username, { exact: true }).waitFor()
    expect(await violationsOf(page, 'an entry of the log')).toEqual([])
    await keepPicture(page, 'admin-audit-entry-wide-light')
    // What is read stays although the list has gone on without it.
    await page.route('**/admin/api/audit?*', (route) => route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }))
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('Nothing matches').waitFor({ state: 'attached' })
    expect(await entry.getByRole('row', { name: 'name misnamed named-well' }).isVisible()).toBe(true)
    await page.unrouteAll({ behavior: 'wait' })
    await page.keyboard.press('Escape')
    await page.getByLabel('Until this day').fill('2020-01-01')
    await page.getByText('Nothing matches').waitFor()
    // A namespace that nobody finds narrows the list all the same, and says so.
    const gone = crypto.randomUUID()
    await page.goto(`${stack.url}/admin/devices?tenant=${gone}`)
    await page.getByText('Nothing matches').waitFor()
    expect(await page.getByRole('combobox', { name: 'Namespace' }).inputValue()).toBe(gone.slice(0, 8))
    await page.getByLabel('Any namespace').click()
    await page.getByRole('link', { name: 'named-well' }).waitFor()
    // That of asking for its name.
    expect(visit.complaints().filter((each) => !each.includes('status of 404'))).toEqual([])
  })

  it('has the administration without a namespace, sees what the server runs on, and takes lists home, on a phone', async () => {
    const { stack, browser } = one
    const nomad = await stack.seed.user()
    const params = { username: nomad.username }
    await stack.internal.setAdministrator({ params, body: { administrator: true } })
    const namespace = await stack.seed.namespace()
    await using visit = await browser.visit(phone)
    const page = await visit.open(stack.url)
    await signIn(page, nomad)
    await page.getByRole('heading', { name: 'No namespace yet' }).waitFor()
    await page.getByRole('link', { name: 'Look after this server' }).click()
    await page.getByText('none: mails wait to be handed on').waitFor()
    await page.getByText(/ free of /).waitFor()
    await page.getByText(/SQLite|PostgreSQL/).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Type a page' }).fill('audit')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Users' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    expect((await saved).suggestedFilename()).toBe('sshore-users.jsonl')
    await page.route('**/admin/api/export/users', (route) => route.abort())
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByText('Export: The server at this address cannot be reached.').waitFor()
    await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Namespaces' }).click()
    await page.getByLabel('Search namespaces').fill(namespace.name)
    await page.getByRole('link', { name: namespace.name }).click()
    await page.getByLabel('Unix sockets of devices').click({ force: true })
    await page.getByText('Saved.').waitFor()
    const { settings } = (await namespace.owner.client.getNamespace({ params: { tenant: namespace.tenantId } })).body
    expect(settings.allow_socket_forwarding).toBe(false)
    await page.getByRole('button', { name: `Account of ${nomad.username}` }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
    await page.getByRole('button', { name: `Account of ${nomad.username}` }).click()
    await page.getByRole('menuitem', { name: 'Keyboard' }).click()
    await page.getByRole('heading', { name: 'Keyboard', level: 1 }).waitFor()
    await page.getByRole('button', { name: `Account of ${nomad.username}` }).click()
    await page.getByRole('menuitem', { name: 'Look after this server' }).click()
    await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
    expect(visit.complaints().filter((each) => !each.includes('net::ERR_FAILED'))).toEqual([])
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
  await page.getByRole('heading', { name: 'Usuários', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Administração', exact: true }).waitFor()
  await until('the table is there', async () => (await page.getByRole('table').count()) === 1)
  expect(visit.complaints()).toEqual([])
})
