// Each role's limits: what the contract's table of permissions forbids is shown, cannot be done, and says why; the rest can.
import { hasPermission, type Permission, permissions, type Role, roles, type SessionUid } from '@sshore/contract'
import { longTests, type Page, type SeededUser } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { sweepForms } from './form-sweep.ts'
import { fullNamespace, largestEdition, pagesOf, visitorPages } from './full-namespace.ts'
import { type Furnished, type Place, placesOf } from './role-places.ts'
import { signIn, withConsole } from './with-console.ts'

const one = withConsole({ edition: largestEdition, tunnelsDomain: 'tunnels.test', connectorAllowPrivate: 'true' })
let places: Readonly<Record<Permission, readonly Place[]>>
let users: Readonly<Record<Role, SeededUser>>
let pages: readonly string[]
let session: SessionUid

beforeAll(async () => {
  const { stack } = one
  const namespace = await fullNamespace(stack)
  const { client } = namespace.owner
  const params = { tenant: namespace.tenantId }
  const waiting = 'waiting@example.org'
  await client.inviteMember({ params, body: { email: waiting, role: 'observer' } })
  await client.createConnector({ body: { enable: false, secure: false, address: '127.0.0.1', port: 2375 } })
  const tunnel = { host: '127.0.0.1', port: 8080, ttl: -1 }
  await client.createTunnel({ params: { uid: namespace.device }, body: tunnel })
  const [operator, administrator, guest] = [
    await stack.seed.member(namespace, 'operator'),
    await stack.seed.member(namespace, 'administrator'),
    await stack.seed.member(namespace, 'observer'),
  ]
  const observer = await stack.seed.member(namespace, 'observer')
  users = { observer, operator, administrator, owner: namespace.owner }
  const furnished: Furnished = { ...namespace, guestEmail: guest.email, waiting, connector: '127.0.0.1:2375' }
  places = placesOf(furnished)
  session = namespace.session
  // Everybody has one of their own to look at; others see no more.
  const { line } = await stack.newKey()
  for (const { client: own } of Object.values(users)) {
    await own.issueCertificate({ body: { public_key: line, principals: ['pi'], hours: 1 } })
  }
  // What terminals ask for goes to devices, and is tried with them.
  pages = pagesOf(namespace).flatMap(([, path]) => (path.startsWith('/terminal') ? [] : [path]))
}, 60_000)

const reasonOf = (role: Role, permission: Permission): string => {
  const least = permissions[permission]
  return `Needs the role ${least}${least === 'owner' ? '' : ' or above'}; yours is ${role}.`
}

/** Whether it can be done, and why not. */
interface Found {
  readonly may: boolean
  readonly reason: string
}

const may: Found = { may: true, reason: '' }

/** What comes up beside something that is pointed at. */
async function hint(page: Page): Promise<string> {
  const tooltip = page.getByRole('tooltip')
  await tooltip.first().waitFor()
  const text = (await tooltip.allTextContents()).join(' ')
  await page.mouse.move(0, 0)
  await page.locator('body').press('Escape')
  await page
    .locator(':focus')
    .evaluateAll((focused) => focused.map((each) => each instanceof HTMLElement && each.blur()))
  // The next one that is looked at must not find this one.
  await tooltip.first().waitFor({ state: 'detached' })
  return text
}

async function look(page: Page, place: Exclude<Place, { none: string }>): Promise<Found> {
  const main = page.locator('#main')
  if ('button' in place) {
    const button = main.getByRole('button', { name: place.button, exact: typeof place.button === 'string' }).first()
    await button.waitFor()
    if ((await button.getAttribute('aria-disabled')) !== 'true') return { ...may, may: await button.isEnabled() }
    await button.focus()
    return { may: false, reason: await hint(page) }
  }
  if ('item' in place) {
    await main
      .getByRole('button', { name: `More for ${place.of}` })
      .first()
      .click()
    const item = page.getByRole('menuitem', { name: place.item }).first()
    await item.waitFor()
    const refused = (await item.getAttribute('aria-disabled')) === 'true' || (await item.isDisabled())
    const found = { may: !refused, reason: (await item.textContent()) ?? '' }
    await page.keyboard.press('Escape')
    await item.waitFor({ state: 'detached' })
    return found.may ? may : found
  }
  if ('field' in place) {
    const field = main.getByRole('switch', { name: place.field })
    await field.waitFor({ state: 'attached' })
    const refused = (await field.isDisabled()) || (await field.getAttribute('aria-disabled')) === 'true'
    if (!refused) return may
    const text = (await main.textContent()) ?? ''
    if (/Needs the role/.test(text)) return { may: false, reason: text }
    // The input itself is out of sight.
    await field.locator('xpath=ancestor::*[2]').hover()
    return { may: false, reason: await hint(page) }
  }
  if ('choice' in place) {
    // Choices of other selects are not what the others read.
    const row = main.getByText(place.word, { exact: true }).filter({ visible: true }).first()
    const choice = main.getByLabel(place.choice, { exact: true })
    await choice.or(row).filter({ visible: true }).first().waitFor()
    if ((await choice.count()) > 0) return may
    await row.hover()
    return { may: false, reason: await hint(page) }
  }
  const shown = main.getByRole(place.as, { name: place.shown }).first()
  const why = main.getByText(/Needs the role/).first()
  await shown.or(why).first().waitFor()
  return (await shown.count()) > 0 ? may : { may: false, reason: (await why.textContent()) ?? '' }
}

interface Case {
  readonly permission: Permission
  readonly place: Exclude<Place, { none: string }>
}

/** By page, so that each is opened once. */
function byPage(): ReadonlyMap<string, readonly Case[]> {
  const cases = (Object.keys(permissions) as Permission[]).flatMap((permission) =>
    places[permission].flatMap((place) => ('none' in place ? [] : [{ permission, place }])),
  )
  return Map.groupBy(cases, ({ place }) => place.at)
}

async function wrongAt(page: Page, role: Role, { permission, place }: Case): Promise<readonly string[]> {
  const about = `${role}, ${permission} at ${JSON.stringify(place)}`
  const found = await look(page, place).catch((error: unknown) => String(error).split('\n')[0] ?? '')
  if (typeof found === 'string') return [`${about}: ${found}`]
  const allowed = hasPermission(role, permission)
  if (found.may !== allowed) return [`${about}: ${found.may ? 'can be done' : `cannot be done: ${found.reason}`}`]
  return allowed || found.reason.includes(reasonOf(role, permission)) ? [] : [`${about} says: ${found.reason}`]
}

/** Whether Enter in the name of the namespace sends what the button beside it may not. */
async function sentByEnter(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(`${url}/settings`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).pathname)
  })
  const control = '/api/namespaces/control'
  await page.locator('form').getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  // Comes after whatever Enter sent, and is seen.
  await page.evaluate((address) => fetch(address, { method: 'PUT' }).then(({ status }) => status), control)
  if (sent.at(-1) !== control) throw new Error('What is sent is not seen.')
  return sent.slice(0, -1).map((path) => `Enter sends ${path}`)
}

/** In `npm test` one role, on every second page. */
const shortly: readonly Role[] = ['operator']

describe('what the table of permissions says', () => {
  it.each(longTests ? roles : shortly)('is what the console lets the %s do', { timeout: 240_000 }, async (role) => {
    const { stack, browser } = one
    const sizes = role === 'operator' && longTests ? [undefined, { width: 390, height: 844 }] : [undefined]
    const wrong: string[] = []
    for (const size of sizes) {
      await using visit = await browser.visit(size ? { size } : {})
      const page = await visit.open(stack.url)
      page.setDefaultTimeout(10_000)
      await signIn(page, users[role])
      await page.getByRole('heading', { name: 'Home' }).waitFor({ timeout: 30_000 })
      await stack.internal.keepSessions({ body: { uids: [session] } })
      for (const [path, cases] of [...byPage()].filter((_, at) => longTests || at % 2 === 0)) {
        await page.goto(`${stack.url}${path}`)
        await page.locator('#main h1').waitFor({ state: 'attached', timeout: 30_000 })
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        for (const each of cases) wrong.push(...(await wrongAt(page, role, each)))
      }
      if (!hasPermission(role, 'namespace:update')) wrong.push(...(await sentByEnter(page, stack.url)))
      expect(visit.complaints()).toEqual([])
    }
    expect(wrong).toEqual([])
  })
})

describe('a form', () => {
  /** In `npm test` one page of those that are signed in, and two of those that are not. */
  const some = <T>(all: readonly T[], count: number): readonly T[] => (longTests ? all : all.slice(0, count))

  it('keeps what was typed when it is refused, and says what is wrong where it is', { timeout: 600_000 }, async () => {
    const { stack, browser } = one
    await using visit = await browser.visit()
    const page = await visit.open(stack.url)
    page.setDefaultTimeout(10_000)
    const before = await sweepForms(
      page,
      some(visitorPages, 2).map(([, path]) => `${stack.url}${path}`),
    )
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(stack.url)
    await signIn(page, users.owner)
    await page.getByRole('heading', { name: 'Home' }).waitFor({ timeout: 30_000 })
    const paths = longTests ? pages : ['/api-keys']
    const after = await sweepForms(
      page,
      paths.map((path) => `${stack.url}${path}`),
    )
    expect([...before.wrong, ...after.wrong]).toEqual([])
    expect(before.forms.length + after.forms.length).toBeGreaterThan(longTests ? 25 : 1)
    // The refusals themselves are in the browser's console.
    expect(visit.complaints().filter((line) => !line.includes('403 (Forbidden)'))).toEqual([])
  })
})
