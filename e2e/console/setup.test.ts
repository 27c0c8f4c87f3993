import { describe, expect, it } from 'vitest'
import { signIn, withConsole } from './with-console.ts'

const one = withConsole()
const password = 'correct horse battery'

describe('the one-time link', () => {
  it('leads to the first user, who is signed in and may come back with the password', async () => {
    const { sign } = (await one.stack.internal.getSetup()).body
    await using visit = await one.browser.visit()
    const page = await visit.open(one.stack.url)
    await page.getByRole('heading', { name: 'Set this server up' }).waitFor()

    await page.goto(`${one.stack.url}/setup?sign=${sign}`)
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill('ada')
    await page.getByLabel('User name').fill('ad a')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('An address like ada@example.com.').waitFor()
    await page.getByText('3 to 30 letters, digits, dots').waitFor()
    // The field to correct first has the focus, and nothing that was typed is gone.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace')

    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel('User name').fill('ada')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Connect your first device' }).waitFor()
    expect(page.url()).toBe(`${one.stack.url}/`)
    expect(await page.title()).toBe('Home · Sshore')

    await page.getByLabel('Account of ada').click()
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, { username: 'ada', password })
    await page.getByRole('heading', { name: 'Home' }).waitFor()

    const again = await one.browser.visit()
    await using _again = again
    const late = await again.open(`${one.stack.url}/setup?sign=${sign}`)
    await late.getByRole('heading', { name: 'All set up' }).waitFor()
    expect([...visit.complaints(), ...again.complaints()]).toEqual([])
  })
})
