import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import {
  background,
  BrowserTerminal,
  ssh,
  sshInBackground,
  type SshTarget,
  sshWords,
  terminalSession,
  until,
  unixUser,
} from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSite, type Site } from './server-process.ts'
import { addDevice } from './site-device.ts'

const held = new AsyncDisposableStack()
let site: Site
let target: SshTarget

beforeAll(async () => {
  site = held.use(await createSite({ SSHORE_DRAIN_SECONDS: '5' }))
  target = held.use(await addDevice(site, 'box')).target
})
afterAll(() => held.disposeAsync())

const answering = () =>
  until('the device answers', async () => (await ssh(target, ['true'])).code === 0, { seconds: 60 })

describe('a server that is told to stop', () => {
  it('lets a running command finish, takes no new one, and ends with code 0', async () => {
    await using running = sshInBackground(target, ['echo started; sleep 2; echo finished; exit 6'])
    await running.says(/started/)
    site.server().process.kill('SIGTERM')
    await site.server().process.says(/server is stopping/)
    await until('a new connection is refused', async () => (await ssh(target, ['echo in'])).code === 255)
    expect(running.stdout()).toBe('started\n')
    expect(await running.ended).toMatchObject({ code: 6 })
    expect(running.stdout()).toBe('started\nfinished\n')
    expect(await site.server().process.ended).toEqual({ code: 0, signal: null })
  })

  it('ends what does not finish in time, after telling everybody in front of a terminal', async () => {
    await site.restart()
    await answering()
    await using running = sshInBackground(target, ['echo started; sleep 1000'])
    await running.says(/started/)
    await using user = await unixUser({ shell: '/bin/sh' })
    const login = `${user.name}@${site.namespace}.box`
    await using terminal = await terminalSession(sshWords({ ...target, user: login }, [], ['-tt']))
    await terminal.shows(/\$$/m)
    await terminal.type('nohup sleep 3000 >/dev/null 2>&1 & echo kept=$!\n')
    const [, kept = ''] = await terminal.shows(/^kept=(\d+)$/m)
    await terminal.type("sh -c 'echo ends=$$; exec sed -u s/^/saved-/'\n")
    const [, ends = ''] = await terminal.shows(/^ends=(\d+)$/m)
    const { body: devices } = await site.client.listDevices({})
    const [device] = devices
    if (!device) throw new Error('There is no device.')
    const body = { device: device.uid, username: user.name, password: user.password }
    const { body: ticket } = await site.client.createTerminalTicket({ body })
    using browser = await BrowserTerminal.dial(site.url)
    browser.say({ type: 'open', ticket: ticket.token, columns: 80, rows: 24 })
    await browser.hears('ready')

    const asked = performance.now()
    site.server().process.kill('SIGTERM')
    const said = /^Sshore: the server is stopping and closes this terminal in 5 seconds\.$/m
    await terminal.shows(said)
    await terminal.shows(/^What runs in it on the device ends; what tmux, screen or nohup keeps goes on\.$/m)
    await browser.shows('closes this terminal in 5 seconds.\r\n')
    // There is time to save what one works on.
    await terminal.type('letter\n')
    await terminal.shows(/^saved-letter$/m)
    expect(await site.server().process.ended).toEqual({ code: 0, signal: null })
    const seconds = (performance.now() - asked) / 1000
    expect(seconds).toBeGreaterThan(4)
    expect(seconds).toBeLessThan(15)
    expect((await running.ended).code).toBe(255)
    expect(running.stderr()).toMatch(/server is stopping/i)
    expect(running.stdout()).toBe('started\n')
    expect(await browser.hears('error')).toMatchObject({ code: 'stopping' })
    await until('ssh has ended', () => terminal.ended())
    await until('its work has ended', () => !existsSync(`/proc/${ends}`))
    expect(existsSync(`/proc/${kept}`)).toBe(true)
  })

  it('ends with readers of its events, those that read on and those that were killed', async () => {
    await site.restart()
    const { body: key } = await site.client.createApiKey({ body: { name: 'reader', expires_at: 30 } })
    const read = () => background('curl', ['-sN', '-H', `X-API-Key: ${key.id}`, `${site.url}/api/events`])
    await using live = read()
    await using killed = read()
    for (const reader of [live, killed]) await reader.says(/event: ready/)
    killed.kill('SIGKILL')
    const asked = performance.now()
    site.server().process.kill('SIGTERM')
    expect(await site.server().process.ended).toEqual({ code: 0, signal: null })
    expect(performance.now() - asked).toBeLessThan(8000)
    await live.ended
  })

  it('ends at once at a second signal', async () => {
    await site.restart()
    await answering()
    await using running = sshInBackground(target, ['echo started; sleep 1000'])
    await running.says(/started/)
    site.server().process.kill('SIGINT')
    await site.server().process.says(/server is stopping/)
    await pause(100)
    const asked = performance.now()
    site.server().process.kill('SIGINT')
    expect(await site.server().process.ended).toEqual({ code: 130, signal: null })
    // The drain would have taken five seconds.
    expect(performance.now() - asked).toBeLessThan(4500)
  })
})
