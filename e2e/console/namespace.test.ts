import { type SeededNamespace, startAgentProcess, until } from '@sshore/testkit'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fullNamespace } from './full-namespace.ts'
import { pendingDevice, signIn, withConsole } from './with-console.ts'

const one = withConsole()

/** In another tab or browser its owner has gone to a second namespace, where the server lets them in from then on. */
async function goElsewhere({ name, owner: { client } }: SeededNamespace): Promise<void> {
  const { tenant_id: tenant } = (await client.createNamespace({ body: { name: `${name}-2` } })).body
  await client.switchNamespace({ params: { tenant } })
}

describe('the namespace', () => {
  it('takes in a member, gives them another role and lets them go', async () => {
    const namespace = await one.stack.seed.namespace()
    const guest = await one.stack.seed.user()
    await using visit = await one.browser.visit({ size: { width: 390, height: 844 } })
    const page = await visit.open(`${one.stack.url}/members`)
    await signIn(page, namespace.owner)
    await page.getByRole('button', { name: 'Add member' }).click()
    const panel = page.getByRole('dialog', { name: 'Add member' })
    await panel.getByLabel('E-mail address').fill('nobody@example.com')
    await panel.getByLabel('Role').selectOption('observer')
    await panel.getByRole('button', { name: 'Add member' }).click()
    await panel.getByText('There is no such user.').waitFor()
    await panel.getByLabel('E-mail address').fill(guest.email)
    await panel.getByRole('button', { name: 'Add member' }).click()
    await page.getByLabel(`Role of ${guest.email}`).selectOption('operator')
    await page.getByText(`${guest.email} has another role now.`).waitFor()
    await page.getByRole('button', { name: `Remove ${guest.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText(`Removed ${guest.email}.`).waitFor()
    expect(visit.complaints()).toEqual([])
  })

  it('changes its settings, and goes away once its name is typed', async () => {
    const namespace = await one.stack.seed.namespace()
    const { client } = namespace.owner
    const settings = async () => (await client.getNamespace({ params: { tenant: namespace.tenantId } })).body.settings
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/settings`)
    await signIn(page, namespace.owner)
    await page.getByLabel('ssh-agent').click({ force: true })
    await page.getByText('Saved.').waitFor()
    expect(await settings()).toMatchObject({ allow_agent_forwarding: false, allow_local_forwarding: true })
    await page.getByRole('button', { name: 'Undo' }).click()
    await until('it is back', async () => (await settings()).allow_agent_forwarding)
    await page.getByRole('textbox', { name: 'Announcement' }).fill('Mind the step.')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await until('it is announced', async () => (await settings()).connection_announcement === 'Mind the step.')
    await page.getByRole('button', { name: 'Delete this namespace' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete ${namespace.name}?` })
    const really = dialog.getByRole('button', { name: 'Delete this namespace' })
    expect(await really.isDisabled()).toBe(true)
    await dialog.getByLabel(`Type ${namespace.name} to go on`).fill(namespace.name)
    await really.click()
    await page.getByRole('heading', { name: 'No namespace yet' }).waitFor()
    expect(visit.complaints()).toEqual([])
  })
})

describe('several devices at once', () => {
  it('are accepted, tagged, found by their tag, and removed', async () => {
    const namespace = await one.stack.seed.namespace()
    for (const name of ['north', 'south', 'west']) await pendingDevice(one.stack, namespace.tenantId, name)
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/devices?status=pending`)
    await signIn(page, namespace.owner)
    await page.getByLabel('Select north').check()
    await page.getByLabel('Select south').check()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('Accepted 2 devices.').waitFor()
    await page.getByRole('link', { name: /^Accepted/ }).click()
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Tag …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add tags' })
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('gate')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Tagged 2 devices.').waitFor()
    await page.getByLabel('Tag', { exact: true }).selectOption('gate')
    await page.waitForURL(/tag=gate/)
    expect(await page.getByRole('button', { name: /^More for/ }).count()).toBe(2)
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await page.getByRole('button', { name: 'More for gate' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('New name').fill('door')
    await page.keyboard.press('Enter')
    await page.getByText('It is door everywhere now.').waitFor()
    expect(visit.complaints()).toEqual([])
  })
})

describe('sessions', () => {
  it('are listed while they run, told with their course, and closed', async () => {
    const namespace = await fullNamespace(one.stack)
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/sessions?state=active`)
    await signIn(page, namespace.owner)
    const running = page.getByRole('link', { name: 'pi on till-3' })
    await running.waitFor()
    const search = page.getByRole('textbox', { name: 'Search sessions' })
    await search.fill('till-3 nobody')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await search.fill('till-3 pi')
    await running.waitFor()
    await search.fill('pi on till-3')
    await page.waitForURL(/q=pi\+on\+till-3/)
    await running.waitFor()
    await page.getByLabel('Until this day').fill('2001-02-03')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    expect(page.url()).toContain('until=2001-02-03')
    await page.getByLabel('Until this day').fill('')
    const asked: string[] = []
    page.on('request', (request) => asked.push(page.url(), request.url()))
    await page.getByLabel('From this day').fill('1999-02-03')
    await page.waitForURL(/since=1999/)
    await page.getByLabel('From this day').focus()
    // Day, month and year, in the order of either.
    await page.keyboard.type('03032001')
    await page.waitForURL(/since=2001-03-03/)
    expect(asked.filter((url) => /since=0/.test(url))).toEqual([])
    const since = running.locator('xpath=ancestor::tr').locator('time')
    await since.hover()
    const exact = page.getByRole('tooltip')
    expect(await since.textContent()).toContain(await exact.textContent())
    await page.keyboard.press('Escape')
    await exact.waitFor({ state: 'detached' })
    await running.click()
    await page.getByText('pty-req').waitFor()
    await page.getByRole('button', { name: 'Close the session of pi on till-3' }).click()
    await page.getByRole('button', { name: 'End the session' }).click()
    await page.getByText('Told to close.').waitFor()
    expect(visit.complaints()).toEqual([])
    for (const thing of ['session', 'device']) {
      await page.goto(`${one.stack.url}/${thing}s/deadbeef`)
      await page.getByText(`There is no such ${thing} in this namespace.`).waitFor()
    }
  })
})

describe('a person', () => {
  it('speaks Portuguese to the console, goes about by keyboard, and changes the password', async () => {
    const namespace = await one.stack.seed.namespace()
    await using visit = await one.browser.visit()
    const page = await visit.open(one.stack.url)
    await signIn(page, namespace.owner)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitem', { name: 'Português' }).click()
    await page.getByRole('heading', { name: 'Início' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('pt-BR')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('conta')
    await page.keyboard.press('Enter')
    await goElsewhere(namespace)
    await page.getByLabel('Senha atual').fill('wrong')
    await page.getByLabel('Nova senha').fill('another one')
    await page.keyboard.press('Enter')
    await page.getByText('A senha atual está errada.').waitFor()
    await page.getByLabel('Senha atual').fill(namespace.owner.password)
    await page.keyboard.press('Enter')
    await page.getByText('Sua senha foi alterada.').waitFor()
    const { username } = namespace.owner
    await one.stack.anonymous.login({ body: { username, password: 'another one' } })
    const here = page.getByRole('button', { name: `Namespace ${namespace.name}, trocar` })
    await here.waitFor()
    await page.reload()
    await here.waitFor()
    expect(visit.complaints()).toEqual([])
  })

  it('loses nothing of what was typed when the session ends in the middle', async () => {
    const namespace = await one.stack.seed.namespace()
    await using visit = await one.browser.visit()
    const page = await visit.open(`${one.stack.url}/api-keys`)
    await signIn(page, namespace.owner)
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('kept')
    await goElsewhere(namespace)
    await namespace.owner.client.logout()
    await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click()
    await page.getByText('Your session has ended.').waitFor()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await again.getByLabel('Password', { exact: true }).fill(namespace.owner.password)
    await page.keyboard.press('Enter')
    // What was sent with the dead token is sent again.
    await page.getByText('the only time that the key is shown').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Namespace ${namespace.name}, switch` }).waitFor()
    await page.getByText('kept', { exact: true }).waitFor()
    expect(visit.complaints()).toEqual([])
  })
})

describe('a device that is there', () => {
  it('tells about itself and how other programs reach it', async () => {
    const namespace = await one.stack.seed.namespace()
    await using _agent = await startAgentProcess({
      server: one.stack.url,
      tenantId: namespace.tenantId,
      hostname: 'workbench',
      dataDir: join(one.stack.folder, 'workbench'),
    })
    await using visit = await one.browser.visit({ size: { width: 390, height: 844 } })
    const page = await visit.open(one.stack.url)
    await signIn(page, namespace.owner)
    await page.getByRole('button', { name: 'Accept workbench' }).click()
    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    await page.getByRole('link', { name: 'workbench', exact: true }).click()
    await page.getByRole('heading', { name: 'Identity' }).waitFor()
    await page.getByText('Online', { exact: true }).waitFor()
    await page.getByText('Ansible').click()
    const line = `workbench ansible_host=127.0.0.1 ansible_port=${one.stack.sshPort} ansible_user=root@${namespace.name}.workbench`
    await page.getByText(line).waitFor()
    expect(visit.complaints()).toEqual([])
  })
})
