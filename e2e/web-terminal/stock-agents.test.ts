// Terminals and files in the browser on devices whose agents are not ours.
import { once } from 'node:events'
import { BrowserTerminal, dialFiles, isRoot, newBrowserKey, stockAgents } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { type StockDevice, withStockAgents } from '../stock-agents/with-stock-agent.ts'
import { size } from './open-terminal.ts'

const world = withStockAgents()

describe.runIf(isRoot).each(['old', 'new'] as const)('a device with an agent of the %s generation', (age) => {
  let device: StockDevice
  beforeAll(async () => {
    device = await world().addDevice(stockAgents[age])
  })

  it('has a terminal in the browser by password and by key, and files beside it', async () => {
    const { stack, namespace, user } = world()
    const { client } = namespace.owner
    const { body: listed } = await client.listDevices({ query: { per_page: 100 } })
    const uid = listed.find(({ name }) => name === device.name)?.uid
    if (uid === undefined) throw new Error('The device is not listed.')
    const wanted = { device: uid, username: user.name }
    const { body: byPassword } = await client.createTerminalTicket({ body: { ...wanted, password: user.password } })
    using first = await BrowserTerminal.dial(stack.url)
    first.say({ type: 'open', ticket: byPassword.token, ...size })
    const { files } = await first.hears('ready')
    first.type('echo "[$(stty size) $(id -un)]"\n')
    await first.shows(`[${size.rows} ${size.columns} ${user.name}]`)
    const lane = await dialFiles(stack.url)
    const answered = once(lane, 'message')
    lane.send(JSON.stringify({ type: 'open', token: files }))
    expect(String((await answered)[0])).toBe('{"type":"opened"}')

    const key = await newBrowserKey()
    const { fingerprint } = await stack.seed.publicKey(namespace, key.line)
    const { body: byKey } = await client.createTerminalTicket({ body: { ...wanted, fingerprint } })
    using second = await BrowserTerminal.dial(stack.url)
    second.say({ type: 'open', ticket: byKey.token, ...size })
    const { data } = await second.hears('challenge')
    second.say({ type: 'signature', signature: await key.sign(data) })
    await second.hears('ready')
    second.type('echo "[$(id -un)]"; exit 5\n')
    // Agents of the old generation say nothing of a shell's code.
    await second.hears('exit')
    expect(second.shown).toContain(`[${user.name}]`)
  })
})
