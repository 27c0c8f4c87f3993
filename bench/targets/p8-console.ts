// P8: how soon everything is there: the server, the agent, the console on a processor like a phone's; and whether it stays smooth.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureConsole } from '@sshore/sshore'
import { newKey, repositoryRoot, startBrowser, type TestBrowser, unixUser } from '@sshore/testkit'
import { median } from '../measure/statistics.ts'
import { startDevice } from '../sites/device.ts'
import { fillSqlite } from '../sites/many-devices.ts'
import { type Load, type MeasuredPage, measuredPage, screens, type Smoothness } from '../sites/measured-page.ts'
import { owner, startSshoreServer, type SshoreServer } from '../sites/sshore-server.ts'
import { agentStarts, seconds, serverStarts } from './p8-starts.ts'
import { markdownTable, type Surroundings, type Target } from './target.ts'

const loginField = 'input[name="password"]'
const pageThere = '#main h1'
const frameLimit = 250_000
/** A phone of the middle, beside this machine. */
const slow = 4

async function startBlankPage() {
  const text = '<!doctype html><title>blank</title><p>Nothing but this line.</p>'
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(text))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function signIn(member: MeasuredPage, url: string): Promise<void> {
  const { page } = member
  await member.load(`${url}/login`, loginField)
  await page.getByLabel('User name or e-mail address').fill(owner.username)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.locator(pageThere).first().waitFor()
}

type Loads = Readonly<Record<string, readonly Load[]>>

/** Each at full speed and slowed down, in turns. */
async function firstPaints(browser: TestBrowser, url: string, rounds: number): Promise<Loads> {
  await using blank = await startBlankPage()
  const visitor = await measuredPage(browser, screens.phone)
  const member = await measuredPage(browser, screens.phone)
  await signIn(member, url)
  const ways = [
    { name: 'blank page', who: visitor, address: blank.url, usable: 'p' },
    { name: 'login', who: visitor, address: `${url}/login`, usable: loginField },
    { name: 'home', who: member, address: `${url}/`, usable: pageThere },
    { name: 'devices', who: member, address: `${url}/devices`, usable: '#main .cards li' },
  ] as const
  const loads: Record<string, Load[]> = {}
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, who, address, usable } of ways) {
      for (const times of [1, slow]) {
        await who.slowDown(times)
        const key = times === 1 ? name : `${name}, ${times} times slower`
        loads[key] = [...(loads[key] ?? []), await who.load(address, usable)]
      }
    }
  }
  return loads
}

const routes = [
  '/',
  '/devices',
  '/terminal',
  '/sessions',
  '/public-keys',
  '/firewall',
  '/members',
  '/settings',
  '/account',
]

async function weights(browser: TestBrowser, url: string): Promise<readonly (readonly [string, Load])[]> {
  const visitor = await measuredPage(browser, screens.laptop)
  const found: (readonly [string, Load])[] = [['/login', await visitor.load(`${url}/login`, loginField)]]
  await signIn(visitor, url)
  for (const route of routes) found.push([route, await visitor.load(url + route, '#main h1, #main h2, #main button')])
  return found
}

/** What somebody does with a long list: its load, and how smooth each step is. */
async function bigList(browser: TestBrowser, url: string, times: number, rounds: number) {
  const member = await measuredPage(browser, screens.laptop)
  const { page } = member
  await signIn(member, url)
  await member.slowDown(times)
  const rowsFrom = (text: string) => page.locator('.pager', { hasText: text }).waitFor()
  const firstRow = () => page.locator('#main tbody tr').first().innerText()
  const open: Load[] = []
  const steps: Record<string, Smoothness[]> = {}
  const step = async (name: string, what: () => Promise<unknown>, isDone: () => Promise<unknown>) => {
    steps[name] = [...(steps[name] ?? []), await member.act(what, isDone)]
  }
  for (let round = 0; round < rounds; round += 1) {
    open.push(await member.load(`${url}/devices`, '#main tbody tr'))
    await rowsFrom('1–50 of')
    const before = await firstRow()
    await step(
      'sort by name',
      () => page.locator('#main thead button.sort').first().click(),
      () =>
        page.waitForFunction((old) => document.querySelector<HTMLElement>('#main tbody tr')?.innerText !== old, before),
    )
    await step(
      'next page',
      () => page.getByRole('button', { name: 'next page' }).click(),
      () => rowsFrom('51–100 of'),
    )
    await step(
      'scroll to the end and back',
      async () => {
        for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, 400)
        // More than it went down: a slow page takes several turns of the wheel for one.
        for (let turn = 0; turn < 16; turn += 1) await page.mouse.wheel(0, -400)
      },
      () => page.waitForFunction(() => window.scrollY === 0),
    )
    await step(
      'filter by name',
      async () => {
        await page.getByLabel('Search devices').pressSequentially('box-77', { delay: 60 })
      },
      // So few are on one page.
      () => page.locator('.pager').waitFor({ state: 'detached' }),
    )
  }
  return { open, steps }
}

/** A file is shown in a terminal of the page, by a real agent. */
async function terminal(browser: TestBrowser, site: SshoreServer, folder: string, megabytes: number) {
  await using device = await startDevice(site, folder)
  await using user = await unixUser()
  const member = await measuredPage(browser, screens.laptop)
  const { page } = member
  await signIn(member, site.url)
  await member.load(`${site.url}/terminal?device=${device.uid}`, 'input[type="password"]')
  await page.getByRole('textbox', { name: 'Login name' }).fill(user.name)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const shows = (text: string, timeout = 20_000) =>
    page.locator('.xterm-rows').last().getByText(text).first().waitFor({ timeout })
  const say = async (text: string) => {
    await page.keyboard.insertText(text)
    await page.keyboard.press('Enter')
  }
  await shows('$')
  const line = 'drwxr-xr-x  2 root root     4096 Nov 21 17:05 a-folder-with-a-name'
  await say(`yes '${line}' | head -c ${megabytes}000000 > big; clear; echo rea''dy`)
  await shows('ready')
  const shown = await member.act(
    () => say("cat big; echo; echo all''done"),
    () => shows('alldone', 100_000),
  )
  return { ...shown, megabytes, heapMebibytes: await member.heapMebibytes() }
}

const of = <Each>(list: readonly Each[], part: (each: Each) => number): number => median(list.map(part))
/** The browser does not always say when it painted a page with nothing on it. */
const whole = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(0))
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

function paintRows(loads: Loads): string[][] {
  return Object.entries(loads).map(([name, list]) => [
    name,
    whole(of(list, ({ firstPaint }) => firstPaint)),
    whole(of(list, ({ firstContentfulPaint }) => firstContentfulPaint)),
    whole(of(list, ({ usable }) => usable)),
    whole(of(list, ({ longestTask }) => longestTask)),
  ])
}

function listRows(name: string, { open, steps }: Awaited<ReturnType<typeof bigList>>): string[][] {
  const opened = [
    `${name}: open`,
    whole(of(open, ({ usable }) => usable)),
    whole(of(open, ({ longestTask }) => longestTask)),
  ]
  const done = Object.entries(steps).map(([step, list]) => [
    `${name}: ${step}`,
    whole(of(list, ({ milliseconds }) => milliseconds)),
    whole(of(list, ({ longestTask }) => longestTask)),
    whole(of(list, ({ longTasks }) => longTasks)),
    whole(of(list, ({ droppedFrames }) => droppedFrames)),
  ])
  return [[...opened, '', ''], ...done]
}

async function measure({ quick, folder, progress }: Surroundings) {
  const rounds = quick ? 3 : 7
  const listRounds = quick ? 1 : 3
  const consoleDir = await ensureConsole(repositoryRoot, () => progress('builds the console'))
  const key = await newKey(folder)
  const settings = { SSHORE_CONSOLE_DIR: consoleDir ?? '' }
  await using site = await startSshoreServer(folder, key.line, settings)
  const agents = await agentStarts(site, folder, rounds)
  progress(`agent ${seconds(agents)} s`)
  await using browser = await startBrowser()
  const shown = await terminal(browser, site, folder, 20)
  progress(`20 MB in ${(shown.milliseconds / 1000).toFixed(1)} s`)
  const loads = await firstPaints(browser, site.url, rounds)
  progress(JSON.stringify(paintRows(loads)))
  const weighed = await weights(browser, site.url)
  await fillSqlite(join(folder, 'data'), site.tenantId, 10_000)
  const lists = {
    full: await bigList(browser, site.url, 1, listRounds),
    slow: await bigList(browser, site.url, slow, listRounds),
  }
  await site[Symbol.asyncDispose]()
  const servers = await serverStarts(join(folder, 'data'), rounds)
  const frame = weighed[0]?.[1]
  return {
    figures: { servers, agents, loads, weighed, lists, shown },
    lines: [
      ...markdownTable(
        ['from nothing', 'median s', 'target'],
        [
          ['`sshore server`, until it answers', seconds(servers), '1.5'],
          ['the compiled agent, until its link stands', seconds(agents), '0.3'],
        ],
      ),
      '',
      `The console in Chromium, ${screens.phone.width} pixels wide, nothing kept from before, medians of ${rounds}, milliseconds. Slower: by`,
      'the throttle of the browser, which is how a phone is imitated. Target: first paint within 1500.',
      '',
      ...markdownTable(['page', 'first paint', 'with content', 'usable', 'longest task'], paintRows(loads)),
      '',
      `What a browser gets for a page, as it travels (brotli); at most ${kilobytes(frameLimit)} kB of JavaScript for the first:`,
      '',
      ...markdownTable(
        ['page', 'JavaScript kB', 'of it beside the login', 'CSS kB', 'files'],
        weighed.map(([name, load]) => [
          name,
          kilobytes(load.scriptBytes),
          frame && load !== frame ? kilobytes(load.scriptBytes - frame.scriptBytes) : '',
          kilobytes(load.styleBytes),
          String(load.files),
        ]),
      ),
      '',
      'A namespace of 10,000 devices, 1280 pixels wide; filtering types six characters at 60 ms and rests for 250:',
      '',
      ...markdownTable(
        ['step', 'ms', 'longest task', 'tasks over 50 ms', 'dropped frames'],
        [...listRows('full speed', lists.full), ...listRows(`${slow} times slower`, lists.slow)],
      ),
      '',
      `\`cat\` of ${shown.megabytes} MB in a terminal of the page: ${(shown.milliseconds / 1000).toFixed(1)} s, ` +
        `${((shown.megabytes * 1000) / shown.milliseconds).toFixed(1)} MB/s, longest task ${whole(shown.longestTask)} ms, ` +
        `${whole(shown.heapMebibytes)} MiB of JavaScript heap afterwards.`,
    ],
  }
}

export const everythingThere: Target = { id: 'P8', title: 'From nothing to there: server, agent, console', measure }
