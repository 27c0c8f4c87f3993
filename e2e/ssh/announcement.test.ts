// The text that a namespace shows to whoever opens a shell.
import { remote, scp, sftp, ssh, sshWords, terminalSession, unixUser } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { openTerminal } from '../web-terminal/open-terminal.ts'

const one = oneDevice()
const lines = [
  'Handle with care.',
  'Ünïcode 🏝 and\ttabs.',
  'No \u001B[31mcolours\u001B]0;title\u0007, no \u009B2Jtricks.',
]
const shown = ['Handle with care.', 'Ünïcode 🏝 and\ttabs.', 'No [31mcolours]0;title, no 2Jtricks.']

const announce = (text: string) =>
  one.namespace.owner.client.updateNamespace({
    params: { tenant: one.namespace.tenantId },
    body: { settings: { connection_announcement: text } },
  })
beforeAll(() => announce(`${lines.join('\n')}\n\n`))

describe('the announcement of a namespace', () => {
  it('comes before the prompt of a shell in a terminal, with its line ends and without control characters', async () => {
    const ran = await ssh({ ...one.device.target(), options: ['-tt'] }, [], { stdin: 'exit\n' })
    const text = `${shown.join('\r\n')}\r\n`
    expect(ran.stdout.slice(0, text.length)).toBe(text)
    await using terminal = await terminalSession(sshWords(one.device.target(), [], ['-tt']))
    await terminal.shows(/^Handle with care\.$[^]*[#$]$/m)
  })

  it('is shown in a browser too', async () => {
    await using user = await unixUser({ shell: '/bin/sh' })
    using terminal = await openTerminal(one, { username: user.name, password: user.password })
    await terminal.shows(`${shown.join('\r\n')}\r\n`)
  })

  it('is kept from everything that is no shell in a terminal', async () => {
    const target = one.device.target()
    expect(await ssh(target, ['echo in'])).toMatchObject({ stdout: 'in\n', stderr: '' })
    expect(await ssh({ ...target, options: ['-tt'] }, ['echo in'])).toMatchObject({ stdout: 'in\r\n' })
    const piped = await ssh(target, [], { stdin: 'echo in\n' })
    expect(piped.stdout).toMatch(/^in$/m)
    expect(piped.stdout).not.toContain('Handle')
    const listed = await sftp(target, 'ls /etc/hostname\n')
    expect(`${listed.stdout}${listed.stderr}`).not.toContain('Handle')
    const copied = await scp(target, [remote(target, '/etc/hostname'), `${one.stack.folder}/copied`])
    expect(`${copied.code}${copied.stdout}${copied.stderr}`).toBe('0')
  })

  it('may be 4,096 characters long, and is nothing when empty', async () => {
    await announce('🏝'.repeat(4096))
    const long = await ssh({ ...one.device.target(), options: ['-tt'] }, [], { stdin: 'exit\n' })
    expect(long.stdout.startsWith(`${'🏝'.repeat(4096)}\r\n`)).toBe(true)
    await announce(' \n ')
    const none = await ssh({ ...one.device.target(), options: ['-tt'] }, [], { stdin: 'exit\n' })
    expect(none.stdout).not.toMatch(/^\s*\r\n \r\n/)
    expect(none.stdout).toContain('exit')
  })
})
