// Every form that a page has or opens: what was typed stays when it is refused, and what is wrong is said where it is.
import type { Page } from '@sshore/testkit'

type Locator = ReturnType<Page['locator']>

export interface Swept {
  /** What each was, for a look at how many there were. */
  readonly forms: readonly string[]
  readonly wrong: readonly string[]
}

/** Buttons that open a form. */
const opening = /^(Add|Create|Open a tunnel|Issue|Announce|Invite)\b/
const typed = 'zz'

const fieldsOf = (form: Locator): Locator =>
  form
    .locator('input:not([type=checkbox], [type=radio], [type=file], [readonly]), textarea:not([readonly])')
    .and(form.page().locator(':enabled:visible:not([role=combobox], [aria-hidden=true])'))

/** Answers whatever would change something with a refusal, without asking the server. */
async function refuse(page: Page): Promise<void> {
  const body = JSON.stringify({ code: 'forbidden', message: 'Your role in this namespace does not allow this.' })
  for (const calls of ['**/api/**', '**/admin/api/**']) {
    await page.route(calls, (route) => {
      const passes = route.request().method() === 'GET' || /browser|refresh/.test(route.request().url())
      return passes ? route.fallback() : route.fulfill({ status: 403, contentType: 'application/json', body })
    })
  }
}

/** Fields that say that they are wrong, and not why. */
const unexplained = (form: Locator): Promise<readonly string[]> =>
  form.locator('[aria-invalid=true]').evaluateAll((fields) =>
    fields.flatMap((field) => {
      const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '')
      const text = ids.map((id) => document.getElementById(id)?.textContent ?? '').join('')
      return text === '' ? [field.getAttribute('name') ?? field.id] : []
    }),
  )

async function dismissNotices(page: Page): Promise<void> {
  const dismiss = page.locator('.notice').getByRole('button', { name: 'Dismiss' })
  while ((await dismiss.count()) > 0) await dismiss.first().click()
}

async function sweepOne(page: Page, form: Locator, about: string): Promise<readonly string[] | undefined> {
  const submit = form.locator('button[type=submit]')
  const fields = fieldsOf(form)
  const count = await fields.count()
  if (count === 0 || (await submit.count()) === 0) return undefined
  const before: string[] = []
  for (let at = 0; at < count; at += 1) {
    const field = fields.nth(at)
    await field.fill(typed)
    before.push(await field.inputValue())
  }
  if (!(await submit.first().isEnabled())) return [`${about}: what was typed cannot be sent`]
  await dismissNotices(page)
  // What stood there before says nothing of this refusal.
  const said = form.locator('[aria-invalid=true], [role=alert]').or(page.locator('.notice'))
  const known = await said.count()
  await submit.first().click()
  const told = await said
    .nth(known)
    .waitFor({ timeout: 5000 })
    .then(
      () => true,
      () => false,
    )
  if (!told) return [`${about}: nothing is said of the refusal`]
  const after: string[] = []
  for (let at = 0; at < count; at += 1) after.push(await fields.nth(at).inputValue())
  const lost = after.join('\n') === before.join('\n') ? [] : [`${about}: typed ${before.join()}, kept ${after.join()}`]
  return [...lost, ...(await unexplained(form)).map((name) => `${about}: ${name} does not say what is wrong`)]
}

async function open(page: Page, address: string, opener: string | undefined): Promise<Locator> {
  await page.goto(address)
  const main = page.locator('main').first()
  await main.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  // Some addresses open a form over the page, which is then out of reach.
  const over = page.getByRole('dialog')
  if (opener === undefined) return (await over.isVisible()) ? over : main
  await main.getByRole('button', { name: opener, exact: true }).first().click()
  await over.waitFor({ timeout: 8000 })
  return over
}

/** All forms of these pages, and those that a button there opens. */
export async function sweepForms(page: Page, addresses: readonly string[]): Promise<Swept> {
  const forms: string[] = []
  const wrong: string[] = []
  await refuse(page)
  for (const address of addresses) {
    const main = await open(page, address, undefined)
    const names = await main
      .getByRole('button', { name: opening })
      .and(page.locator(':not([type=submit])'))
      .allTextContents()
    for (const opener of [undefined, ...new Set(names)]) {
      const inside = await open(page, address, opener).catch(() => undefined)
      if (!inside) {
        // A button that led elsewhere opens no form of its own.
        if (page.url() === address) wrong.push(`${new URL(address).pathname}, ${opener ?? 'page'}: no form opens`)
        continue
      }
      for (let at = 0; at < (await inside.locator('form').count()); at += 1) {
        const about = `${new URL(address).pathname}${opener === undefined ? '' : `, ${opener}`}, form ${at + 1}`
        const found = await sweepOne(page, inside.locator('form').nth(at), about).catch((error: unknown) => [
          `${about}: ${String(error).split('\n')[0]}`,
        ])
        if (!found) continue
        forms.push(about)
        wrong.push(...found)
      }
    }
  }
  return { forms, wrong }
}
