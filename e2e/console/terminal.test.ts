// Terminals in the browser, as somebody uses them.
import { longTests, type Page } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { keepPicture } from './pictures.ts'
import { cutNetwork, loginPage, logIn, running, shown, shows, type, withTerminal } from './with-terminal.ts'

const all = withTerminal()

const pane = (page: Page) => page.getByRole('region', { name: 'Terminal on camera' })

describe('a terminal in the console', () => {
  it('opens from the list of devices by a password, answers, and says how the shell ended', async () => {
    await using visit = await all.one.browser.visit()
    const page = await loginPage(all, visit)
    await logIn(page, { name: all.user.name, password: 'wrong' })
    await page.getByRole('alert').waitFor()
    await logIn(page, all.user)
    await shows(page, '$')
    await type(page, 'echo "[$(id -un) $TERM]"; printf "%s\\n" "olá ☂ 漢字"')
    await shows(page, `[${all.user.name} xterm-256color]`)
    await shows(page, 'olá ☂ 漢字')
    await type(page, 'exit 3')
    await page.getByText('The shell ended with status 3.').waitFor()
    await page.getByRole('button', { name: 'Connect again' }).click()
    await page.getByRole('heading', { name: 'Log in on camera' }).waitFor()
    await page.getByRole('button', { name: 'Go to …' }).click()
    await expect.poll(() => page.getByRole('option').first().textContent()).toContain('Open a terminal on camera')
    expect(visit.complaints()).toEqual([])
  })

  it('has the size of its place, whatever that becomes', async () => {
    await using visit = await all.one.browser.visit()
    const page = await running(all, visit)
    const size = async (): Promise<readonly number[]> => {
      await type(page, 'clear; echo "[$(stty size)]"')
      await shows(page, /\[\d+ \d+\]/)
      return (/\[(\d+) (\d+)\]/.exec(await shown(page)) ?? []).slice(1).map(Number)
    }
    const [rows = 0, columns = 0] = await size()
    expect(rows).toBeGreaterThan(25)
    expect(columns).toBeGreaterThan(90)
    await page.setViewportSize({ width: 800, height: 500 })
    await expect.poll(size).toEqual([expect.toSatisfy((now) => now < rows), expect.toSatisfy((now) => now < columns)])
    expect(visit.complaints()).toEqual([])
  })

  it('comes back after a cut with its screen and what was typed meanwhile, and after a reload', async () => {
    await using network = await cutNetwork(all.one.stack.url)
    await using visit = await all.one.browser.visit()
    const page = await running(all, visit, network.url)
    await type(page, 'echo be""fore; sleep 2; echo mean""while')
    await shows(page, 'before')
    network.cut(true)
    await page.getByText('Connection lost.').waitFor()
    await page.keyboard.insertText('echo ty""ped')
    await page.keyboard.press('Enter')
    network.cut(false)
    await shows(page, /before\n[\s\S]*meanwhile[\s\S]*\ntyped/)
    await page.getByText('Connection lost.').waitFor({ state: 'hidden' })
    await page.reload()
    await shows(page, /before\n[\s\S]*meanwhile[\s\S]*\ntyped/)
    await pane(page).locator('textarea').focus()
    await type(page, 'echo af""ter')
    await shows(page, 'after')
  })

  it('shows twenty megabytes without freezing the page', async () => {
    await using visit = await all.one.browser.visit()
    const page = await running(all, visit)
    await type(
      page,
      "seq -f '%.0f line of a long file that somebody prints' 1 400000 > big; ls -l big; clear; cat big; echo all''done",
    )
    await page.evaluate(() => {
      const tasks = { longest: 0 }
      Reflect.set(window, 'tasks', tasks)
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.longest = Math.max(tasks.longest, duration)
      }).observe({ entryTypes: ['longtask'] })
    })
    await shows(page, 'alldone', 100_000)
    const longest = await page.evaluate(() => Number(Reflect.get(Reflect.get(window, 'tasks'), 'longest')))
    const inspector = await page.context().newCDPSession(page)
    await inspector.send('HeapProfiler.collectGarbage')
    const { usedSize } = await inspector.send('Runtime.getHeapUsage')
    const megabytes = Math.round(usedSize / 2 ** 20)
    if (longTests) process.stdout.write(`20 MB: longest task ${longest} ms, heap ${megabytes} MB\n`)
    expect(longest).toBeLessThan(1500)
    // Ten thousand lines of scrollback are what is kept.
    expect(megabytes).toBeLessThan(96)
    expect(visit.complaints()).toEqual([])
  })

  it('can be split, keeps running while somebody looks at another page, and leaves when it is closed', async () => {
    await using visit = await all.one.browser.visit()
    const { client } = all.namespace.owner
    const active = async () =>
      (await client.listSessions({ query: { per_page: 100 } })).body.filter((each) => each.active).map(({ uid }) => uid)
    const before = await active()
    const page = await running(all, visit)
    await type(page, 'sleep 1; echo still""here')
    await page.getByRole('link', { name: 'Sessions' }).first().click()
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await page.getByRole('link', { name: 'Terminal', exact: true }).click()
    await shows(page, 'stillhere')
    await page.getByRole('button', { name: 'Split to the right' }).click()
    await page.getByRole('heading', { name: 'Log in on camera' }).waitFor()
    await logIn(page, all.user)
    await expect.poll(() => page.locator('[data-state=running].terminal-pane').count()).toBe(2)
    await page.getByRole('button', { name: 'Close camera' }).click()
    await page.getByRole('heading', { name: 'A shell on any device' }).waitFor()
    await expect.poll(async () => (await active()).filter((uid) => !before.includes(uid))).toEqual([])
    expect(visit.complaints()).toEqual([])
  })

  it('lets no device write the clipboard or open a link, and shows its title as text', async () => {
    await using visit = await all.one.browser.visit()
    const page = await running(all, visit)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => navigator.clipboard.writeText('mine'))
    await type(
      page,
      String.raw`clear; printf '\033]52;c;%s\a\033]2;<b>ti\ntle</b>\a' "$(printf theirs | base64)"; echo https://example.org/x`,
    )
    await shows(page, 'https://example.org/x')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine')
    await page.getByTitle('<b>ti tle</b>').or(page.getByTitle('<b>title</b>')).waitFor()
    const box = await page
      .locator('.xterm-rows > div')
      .filter({ hasText: 'https://example.org/x' })
      .last()
      .boundingBox()
    await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 8)
    await page.getByText('Ctrl+click opens https://example.org/x').waitFor()
    await page.mouse.click((box?.x ?? 0) + 30, (box?.y ?? 0) + 8)
    expect(page.context().pages()).toHaveLength(1)
    /** Presses a link that hides where it leads (OSC 8), with Ctrl held. */
    async function press(address: string, words: string): Promise<void> {
      const [start, end] = [words.slice(0, 3), words.slice(3)]
      await type(page, `clear; printf '\\033]8;;${address}\\033\\\\${start}''${end}\\033]8;;\\033\\\\ \\n'`)
      await shows(page, words)
      const row = await page.locator('.xterm-rows > div').filter({ hasText: words }).last().boundingBox()
      // The links of a line are looked for when the pointer comes to it.
      await page.mouse.move((row?.x ?? 0) + 20, (row?.y ?? 0) + 72)
      await page.mouse.move((row?.x ?? 0) + 20, (row?.y ?? 0) + 8)
      await page.keyboard.down('Control')
      await page.mouse.click((row?.x ?? 0) + 20, (row?.y ?? 0) + 8)
      await page.keyboard.up('Control')
    }
    // To a script it leads nowhere; to a page it does, which comes after whatever the presses before would have opened.
    await press('javascript:document.title="x"', 'clickme')
    await page.context().route('https://example.org/**', (route) => route.fulfill({ body: 'opened' }))
    const opened = page.context().waitForEvent('page')
    await press('https://example.org/y', 'pressit')
    expect((await opened).url()).toBe('https://example.org/y')
    expect([page.context().pages().length, await page.title()]).toEqual([2, expect.not.stringMatching(/^x$/)])
    await (await opened).close()
    await page.getByRole('button', { name: 'Look of the terminal' }).click()
    await page.getByLabel('Programs may put text on the clipboard').check()
    await page.keyboard.press('Escape')
    await pane(page).locator('textarea').focus()
    await type(page, String.raw`printf '\033]52;c;%s\a' "$(printf theirs | base64)"`)
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('theirs')
    expect(visit.complaints()).toEqual([])
  })

  it('is taken over by another window, and says so in this one', async () => {
    await using visit = await all.one.browser.visit()
    const first = await running(all, visit)
    await type(first, 'echo in""first')
    await shows(first, 'infirst')
    // What a browser does for "duplicate this tab": the tab's own storage goes with it.
    const opening = first.context().waitForEvent('page')
    await first.evaluate(() => void window.open(location.href))
    const second = await opening
    await shows(second, /ready\n[\s\S]*infirst/)
    await first.getByText('This terminal was opened in another window.').waitFor()
    await first.getByText('Go on there, or open a new one here.').waitFor()
    await keepPicture(first, 'terminal-taken-over-wide-light')
    await type(second, 'echo in""second')
    await shows(second, 'insecond')
    expect(await shown(first)).not.toContain('insecond')
    // A reload does not take it back, and a new one can be opened in its place.
    await first.getByRole('button', { name: 'Connect again' }).click()
    await first.getByRole('heading', { name: 'Log in on camera' }).waitFor()
    await first.reload()
    await first.getByRole('heading', { name: 'A shell on any device' }).waitFor()
    await type(second, 'echo still""mine')
    await shows(second, 'stillmine')
    expect(visit.complaints()).toEqual([])
  })

  it('says when its device is offline, and that it waits', async () => {
    const { one, namespace, user } = all
    await using device = await one.stack.addDevice(namespace, { hostname: 'wanderer' })
    await using visit = await one.browser.visit()
    const page = await running({ one, namespace, user, device }, visit)
    const notice = page.getByText('The device is offline. What you type waits for it')
    await type(page, 'echo be""fore')
    await shows(page, 'before')
    expect(await notice.count()).toBe(0)
    device.agent.kill('SIGKILL')
    await notice.waitFor()
    await keepPicture(page, 'terminal-device-away-wide-light')
    expect(visit.complaints()).toEqual([])
  })

  it('fills the screen by button and key, and leaves Escape to the program', async () => {
    await using visit = await all.one.browser.visit()
    const page = await running(all, visit)
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
    const filled = page.locator('.terminals[data-full]')
    await page.evaluate(() => {
      const keyboard: unknown = Reflect.get(navigator, 'keyboard')
      if (typeof keyboard !== 'object' || keyboard === null) return
      const asked: string[] = []
      Reflect.set(window, 'askedOfKeyboard', asked)
      for (const name of ['lock', 'unlock']) {
        const real: unknown = Reflect.get(keyboard, name)
        if (typeof real !== 'function') continue
        Reflect.set(keyboard, name, (...given: unknown[]): unknown => {
          asked.push(name)
          return real.apply(keyboard, given)
        })
      }
    })
    await page.getByRole('button', { name: 'Full screen' }).click()
    await filled.waitFor()
    await expect.poll(isFull).toBe(true)
    await pane(page).locator('textarea').focus()
    await type(page, 'cat -v')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await shows(page, '^[')
    expect(await isFull()).toBe(true)
    await page.keyboard.press('Control+Shift+Enter')
    await filled.waitFor({ state: 'detached' })
    await expect.poll(isFull).toBe(false)
    await page.keyboard.press('Control+Shift+Enter')
    await filled.waitFor()
    await page.getByRole('button', { name: 'Files', exact: true }).click()
    await page
      .getByRole('region', { name: 'Files' })
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    expect([await filled.count(), await isFull()]).toEqual([1, true])
    await pane(page).locator('textarea').focus()
    await page.keyboard.press('Control+F6')
    await page.keyboard.press('Escape')
    await filled.waitFor({ state: 'detached' })
    await expect.poll(isFull).toBe(false)
    // What fills the screen next, as a recording, ends with Escape.
    await expect
      .poll(() => page.evaluate((): unknown => Reflect.get(window, 'askedOfKeyboard')))
      .toEqual(['lock', 'unlock', 'lock', 'unlock'])
    expect(visit.complaints()).toEqual([])
  })

  it('finds words that have scrolled away, and wears another font and other colours', async () => {
    await using visit = await all.one.browser.visit()
    const page = await running(all, visit)
    await type(page, 'echo need""le; seq 200')
    await shows(page, '200')
    expect(await shown(page)).not.toContain('needle')
    await page.keyboard.press('Control+Shift+F')
    const field = page.getByLabel('Find in the terminal')
    await field.fill('needle')
    await shows(page, 'needle')
    await page.getByRole('button', { name: 'Copy what is selected' }).click()
    await page.getByText('Copied.').waitFor()
    await field.press('Escape')
    const size = () => page.locator('.xterm-rows').evaluate((rows) => getComputedStyle(rows).fontSize)
    const background = () =>
      page.locator('.terminal-place').evaluate((place) => getComputedStyle(place).backgroundColor)
    const [before, colour] = [await size(), await background()]
    await page.getByRole('button', { name: 'Look of the terminal' }).click()
    await page.getByRole('button', { name: 'Larger letters' }).click()
    const colours = page.getByRole('combobox', { name: 'Colours' })
    await colours.selectOption({ index: (await colours.locator('option').count()) - 1 })
    await expect.poll(size).not.toBe(before)
    await expect.poll(background).not.toBe(colour)
    // Another tab of the browser wears the same.
    const worn = [await size(), await background()]
    await page.reload()
    await shows(page, '200')
    expect([await size(), await background()]).toEqual(worn)
    expect(visit.complaints()).toEqual([])
  })

  it('is found by the palette, searched, and has on a phone the keys that phones lack', async () => {
    await using visit = await all.one.browser.visit({ size: { width: 390, height: 844 } })
    const page = await running(all, visit)
    await type(page, 'cat > /dev/null')
    await page.keyboard.insertText('c')
    await page.getByRole('button', { name: 'Ctrl', exact: true }).click()
    await page.keyboard.press('c')
    await shows(page, '^C')
    await page.getByRole('button', { name: 'Up', exact: true }).click()
    await shows(page, /\^C\n> cat > \/dev\/null/)
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByLabel('Find in the terminal').fill('nowhere')
    await page.getByText('Not found').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: 'Go to …' }).click()
    await page.getByRole('combobox').fill('camera')
    await page.getByRole('option', { name: 'Open a terminal on camera' }).click()
    await page.getByRole('heading', { name: 'Log in on camera' }).waitFor()
    expect(visit.complaints()).toEqual([])
  })
})
