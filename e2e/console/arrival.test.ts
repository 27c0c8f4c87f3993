import { join } from 'node:path'
import { ssh, startAgentProcess, until } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { signIn, withConsole } from './with-console.ts'

const one = withConsole()

describe('a new device', () => {
  it('shows up beside the command that was run on it, is accepted there, and answers to the ssh line', async () => {
    const namespace = await one.stack.seed.namespace()
    const key = await one.stack.newKey()
    await one.stack.seed.publicKey(namespace, key.line)
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices`)
    await signIn(page, namespace.owner)
    await page.getByRole('button', { name: 'Add device' }).first().click()
    const panel = page.getByRole('dialog', { name: 'Add device' })
    const command = await panel.getByText('sshore agent --server').textContent()
    const [, server = '', tenantId = ''] = /--server (\S+) --tenant (\S+)$/.exec(command ?? '') ?? []
    await panel.getByText('The manual says more under “Installing the agent”.').waitFor()
    // This browser is at a loopback address.
    await panel.getByText('Only the machine of the server itself can reach this address.').waitFor()
    await panel.getByText('Waiting for the device.').waitFor()
    await using _agent = await startAgentProcess({
      server,
      tenantId,
      hostname: 'newcomer',
      dataDir: join(one.stack.folder, 'newcomer'),
    })
    await panel.getByRole('button', { name: 'Accept newcomer' }).click()
    await panel.getByText('Online', { exact: true }).waitFor()
    const line = await panel.getByText('ssh root@').textContent()
    expect(line).toBe(`ssh root@${namespace.name}.newcomer@127.0.0.1 -p ${one.stack.sshPort}`)
    const target = one.stack.target(`root@${namespace.name}.newcomer`, { keys: [key.path] })
    await until('the device answers', async () => (await ssh(target, ['echo here'])).stdout === 'here\n')
    expect(visit.complaints()).toEqual([])
  })

  it('without a namespace is found by the code it shows, looked at, and accepted, at the second try when the first fails', async () => {
    const namespace = await one.stack.seed.namespace()
    await using agent = await startAgentProcess({
      server: one.stack.url,
      hostname: 'coded',
      dataDir: join(one.stack.folder, 'coded'),
    })
    const [, address = ''] = await agent.says(/(http:\S+\?code=[2-9A-Z]{8})/)
    await using visit = await one.browser.visit()
    const page = await visit.open(address)
    const busy = { status: 429, json: { code: 'too_many_requests', message: 'Too many requests at once.' } }
    await page.route('**/api/devices/pairing/*/accept', (route) => route.fulfill(busy), { times: 1 })
    await signIn(page, namespace.owner)
    await page.getByText('coded', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Accept this device' }).click()
    await page.getByText(busy.json.message).waitFor()
    await page.getByRole('button', { name: 'Accept this device' }).click()
    await page.getByText('coded is yours.').waitFor()
    await page.getByRole('button', { name: 'Enter another code' }).click()
    await page.getByLabel('Code').fill('2222 2222')
    await page.getByText('This code is unknown or has expired').waitFor()
    expect(visit.complaints()).toEqual([])
  })
})
