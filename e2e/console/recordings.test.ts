// What was recorded of a session, and rules about who may connect, as an administrator finds them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Page } from '@sshore/testkit'
import { features } from '@sshore/contract'
import { longTests, ssh, sshWords, until } from '@sshore/testkit'
import { expect, it } from 'vitest'
import { violationsOf } from './axe.ts'
import { looks } from './full-namespace.ts'
import { keepPicture } from './pictures.ts'
import { type Smoothness, smoothnessOf } from './smoothness.ts'
import { signIn } from './with-console.ts'
import { logIn, loginPage, shows, type, withTerminal } from './with-terminal.ts'

const all = withTerminal(features.recording[0])

const screen = (page: Page) => page.getByRole('figure', { name: 'Screen of the recording' })

async function fits(page: Page, name: string, width: number): Promise<string[]> {
  const found = await violationsOf(page, name)
  const shown = await page.evaluate(() => document.documentElement.scrollWidth)
  return shown > width ? [...found, `${name}: ${shown} pixels wide`] : found
}

it('recording is switched on, a session is watched live, played, searched and removed', async () => {
  await using visit = await all.one.browser.visit()
  const page = await visit.open(`${all.one.stack.url}/settings`)
  await signIn(page, all.namespace.owner)
  await page.getByRole('radio', { name: 'Best effort' }).click()
  await page.getByText('Saved.').first().waitFor()

  await using other = await all.one.browser.visit()
  const worker = await loginPage(all, other)
  await logIn(worker, all.user)
  await shows(worker, '$')
  await type(worker, 'echo first""words; sleep 1; echo quetz""alcoatl')
  await shows(worker, 'quetzalcoatl')

  // The token with which it was opened ends before the session does; then the server has a fault.
  const ends = ['unauthenticated', 'internal']
  await page.route('**/records/*/live', (route) => {
    const reason = ends.shift()
    if (reason === undefined) return route.fallback()
    return route.fulfill({ contentType: 'text/event-stream', body: `event: end\ndata: {"reason":"${reason}"}\n\n` })
  })
  // An address that was kept, and of which the list has become too short, leads to its last page.
  await page.goto(`${all.one.stack.url}/recordings?page=7`)
  await page.getByRole('link', { name: /^Watch live/ }).click()
  await page.getByText('The session may still be running.').waitFor()
  expect(ends).toEqual([])
  await page.getByRole('button', { name: 'Watch again' }).click()
  await shows(page, 'quetzalcoatl')
  await type(worker, 'echo second""words')
  await shows(page, 'secondwords')
  await type(worker, 'exit')
  await page.getByRole('button', { name: 'Play it' }).click()

  await screen(page).waitFor()
  await page.getByRole('textbox', { name: 'Find in this recording' }).fill('QUETZALCOATL')
  await page.getByText('One place').waitFor()
  await page
    .getByRole('button', { name: /quetzalcoatl$/ })
    .first()
    .click()
  const position = page.getByRole('slider', { name: 'Position in the recording' })
  const second = async () => Number(await position.inputValue())
  expect(await second()).toBeGreaterThan(0)
  const playing = page.getByRole('button', { name: 'Play', exact: true })
  await playing.click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  // Made anew for another speed, it is not where it was yet.
  await page.locator('.player').evaluate(async (player) => {
    const speed = player.querySelector('select')
    if (speed) speed.value = '2'
    speed?.dispatchEvent(new Event('change', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve))
    player.querySelector<HTMLElement>('[aria-label=Pause]')?.click()
  })
  await screen(page).getByText('quetzalcoatl').first().waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect([await playing.count(), await page.getByRole('button', { name: 'Pause' }).count()]).toEqual([1, 0])
  await page.getByLabel('Speed').selectOption('16')
  await playing.click()
  await expect.poll(async () => (await second()) === Number(await position.getAttribute('max'))).toBe(true)
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await keepPicture(page, 'player-wide-light')

  await until('the words can be found in all recordings', async () => {
    const { body } = await all.namespace.owner.client.searchRecordings({ query: { query: 'quetzalcoatl' } })
    return body.length > 0
  })
  await page.goto(`${all.one.stack.url}/recordings?q=quetzalcoatl&page=7`)
  const hit = page.getByRole('list', { name: 'Found' }).getByRole('link')
  await hit.first().click()
  await screen(page).waitFor()
  expect(page.url()).toMatch(/\?t=[\d.]+&q=quetzalcoatl$/)
  await page.getByText('One place').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Nothing was recorded of this session.').waitFor()
  expect(visit.complaints()).toEqual([])
})

const longMegabytes = longTests ? 100 : 2

it(`${longMegabytes} MB are played, searched and moved through`, { timeout: 300_000 }, async () => {
  const { client } = all.namespace.owner
  const settings = { session_record_policy: 'best_effort' } as const
  await client.updateNamespace({ params: { tenant: all.namespace.tenantId }, body: { settings } })
  const command = `seq 1 1000000000 | sed 's/.*/\\x1b[3&m line & of many \\x1b[0m/' | head -c ${longMegabytes}000000; echo zz; echo the''end`
  const [program = '', ...words] = sshWords(all.device.target(), [command], ['-tt'])
  const [code]: unknown[] = await once(spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'] }), 'close')
  expect(code).toBe(0)
  const { uid, seat } = await until(
    'it is recorded',
    async () => {
      const { body } = await client.listRecordings({})
      return body.find(({ outcome, bytes }) => outcome === 'complete' && bytes > longMegabytes * 1_000_000)
    },
    { seconds: 60 },
  )
  await using visit = await all.one.browser.visit()
  const page = await visit.open(`${all.one.stack.url}/recordings`)
  await signIn(page, all.namespace.owner)
  await page.getByRole('heading', { name: 'Recordings' }).waitFor()
  const figures: Record<string, Smoothness> = {}
  async function measured(what: string, work: () => Promise<void>): Promise<void> {
    figures[what] = await smoothnessOf(page, work)
  }
  const position = page.getByRole('slider', { name: 'Position in the recording' })
  await measured('opened', async () => {
    await page.locator(`a[href^='/recordings/${uid}/${seat}']`).first().click()
    await screen(page).waitFor({ timeout: 120_000 })
    await position.waitFor()
  })
  await measured('to the end', async () => {
    await position.press('End')
    await screen(page).getByText('theend').waitFor({ timeout: 60_000 })
  })
  await measured('to the beginning', async () => {
    await position.press('Home')
    await screen(page).getByText('theend').waitFor({ state: 'hidden', timeout: 60_000 })
  })
  await measured('found', async () => {
    await page.getByRole('textbox', { name: 'Find in this recording' }).fill('theEND')
    await page.getByText('One place').waitFor({ timeout: 60_000 })
  })
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('HeapProfiler.collectGarbage')
  const { usedSize } = await inspector.send('Runtime.getHeapUsage')
  const heapMegabytes = Math.round(usedSize / 2 ** 20)
  if (longTests) process.stdout.write(`${JSON.stringify({ ...figures, heapMegabytes }, undefined, 2)}\n`)
  expect(heapMegabytes).toBeLessThan(64 + 4 * longMegabytes)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const path = await (await download).path()
  const file = await readFile(path, 'utf8')
  expect(file.slice(0, 12)).toBe('{"version":2')
  expect(file.slice(-2000)).toContain('theend')
  expect(visit.complaints()).toEqual([])
})

it('hours with pauses and gaps, without a size, and cut off at the end, are played as far as they are there', async () => {
  const { client } = all.namespace.owner
  const found = await until('something is recorded', async () => (await client.listRecordings({})).body[0])
  const { uid, seat } = found
  await using visit = await all.one.browser.visit(looks[3])
  const page = await visit.open(`${all.one.stack.url}/recordings`)
  await signIn(page, all.namespace.owner)
  await page.getByRole('heading', { name: 'Recordings' }).waitFor()
  const lines = [
    '{"version":2}',
    '[0.5,"o","first\\r\\n"]',
    '[3600,"m","gap: 4096 bytes of output are missing"]',
    '[10800,"o","\\u001b[31mthree hours later\\u001b[0m\\r\\n"]',
    '[10801,"r","200x50"]',
    '[10802,"o","and the last\\r\\n"]',
    '[10803,"o","cut o',
  ]
  await page.route(`**/api/sessions/${uid}/records/${seat}`, (route) => route.fulfill({ body: lines.join('\n') }))
  const listed = page.waitForResponse('**/api/recordings?*')
  await page.goto(`${all.one.stack.url}/recordings/${uid}/${seat}`)
  await listed
  await screen(page).waitFor()
  await page.getByText('3:00:02').first().waitFor()
  await page.getByRole('button', { name: /gap: 4096 bytes/ }).click()
  const position = page.getByRole('slider', { name: 'Position in the recording' })
  await expect.poll(async () => Number(await position.inputValue())).toBe(3600)
  await screen(page).getByText('first').waitFor()
  expect(await screen(page).textContent()).not.toContain('later')
  // Two hours of nothing are a second.
  await page.getByLabel('Skip pauses').press('Space')
  await page.getByLabel('Speed').selectOption('4')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await screen(page).getByText('and the last').waitFor({ timeout: 10_000 })
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(looks[3].size.width)
  // The library has keys of its own once its screen was clicked; a key does one thing.
  await screen(page).click()
  const full = () => page.evaluate(() => document.fullscreenElement?.classList.contains('player'))
  await page.keyboard.press('f')
  await expect.poll(full).toBe(true)
  await page.keyboard.press('f')
  await expect.poll(full).toBe(undefined)
  await keepPicture(page, 'player-phone-dark')
  expect(visit.complaints()).toEqual([])
})

it('the player has nothing for axe and fits a phone; of a command it says that it ran', async () => {
  const { client } = all.namespace.owner
  await ssh(all.device.target(), ['exit 3'])
  const { uid, seat } = await until('the command has ended', async () => {
    const { body } = await client.listRecordings({})
    return body.find(({ kind, outcome }) => kind === 'command' && outcome === 'complete')
  })
  const look = looks[3]
  await using visit = await all.one.browser.visit(look)
  const page = await visit.open(`${all.one.stack.url}/recordings/${uid}/${seat}`)
  await signIn(page, all.namespace.owner)
  await page.getByText('exit-status 3').waitFor()
  const found = await fits(page, 'a command', look.size.width)
  expect(found).toEqual([])
  expect(visit.complaints()).toEqual([])
})

it('rules are added, put in another order, tried and removed', async () => {
  await using visit = await all.one.browser.visit()
  const page = await visit.open(`${all.one.stack.url}/firewall`)
  await signIn(page, all.namespace.owner)
  await page.getByRole('heading', { name: /^No rules/ }).waitFor()
  const add = async (fill: () => Promise<void>): Promise<void> => {
    await page.getByRole('button', { name: 'Add rule' }).click()
    const form = page.getByRole('dialog', { name: 'Add rule' })
    await fill()
    await form.getByRole('button', { name: 'Add rule' }).click()
    await form.waitFor({ state: 'detached' })
  }
  await add(() => page.getByRole('textbox', { name: 'Login names' }).fill('root'))
  await add(async () => {
    await page.getByText('Allow', { exact: true }).click()
    await page.getByRole('textbox', { name: 'From', exact: true }).fill(String.raw`10\..*`)
  })
  const ask = async (address: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Device' }).click()
    await page.getByRole('option', { name: 'camera' }).click()
    await page.getByRole('textbox', { name: 'Address that it comes from' }).fill(address)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
  }
  await ask('10.1.2.3')
  const verdict = page.getByText('Rule 1 decides.')
  await verdict.waitFor()
  // It stands beside the question that it answers alone.
  const login = page.getByRole('textbox', { name: 'Login name', exact: true })
  await login.fill('ada')
  await verdict.waitFor({ state: 'detached' })
  await login.fill('root')
  await verdict.waitFor()
  await page.getByRole('button', { name: 'Ask Rule 2 earlier' }).click()
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toMatch(/Rule 2/)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('Rule 2 decides.').waitFor()
  await page.getByRole('switch', { name: 'Rule 2 is active' }).press('Space')
  await expect
    .poll(async () => (await all.namespace.owner.client.listFirewallRules({})).body.map(({ active }) => active))
    .toEqual([false, true])
  // The order is changed before the rule is known to be active again.
  const clicked = Promise.withResolvers<undefined>()
  await page.route('**/api/firewall/rules/*', async (route) => {
    if (route.request().method() === 'PUT') await clicked.promise
    await route.continue()
  })
  await page.getByRole('switch', { name: 'Rule 2 is active' }).press('Space')
  await page.getByRole('button', { name: 'Ask Rule 1 earlier' }).click()
  clicked.resolve(undefined)
  await expect
    .poll(async () => (await all.namespace.owner.client.listFirewallRules({})).body)
    .toMatchObject([
      { id: 1, priority: 10, active: true },
      { id: 2, priority: 20, active: true },
    ])
  await page.getByRole('button', { name: 'More for Rule 1' }).click()
  await page.getByRole('menuitem', { name: 'Remove …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Rule 1 removed.').waitFor()
  expect(visit.complaints()).toEqual([])
})
