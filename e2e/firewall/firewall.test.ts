// Firewall rules as a person with the real OpenSSH client, or a browser, meets them: in each edition that has them.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { features, type FirewallRuleChoices, type FirewallRuleId } from '@sshore/contract'
import {
  type Background,
  freePort,
  remote,
  run,
  scp,
  ssh,
  sshInBackground,
  sshOptions,
  type SshTarget,
  until,
} from '@sshore/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { digesting, type End, exchange, listen, listens } from '../forwarding/ends.ts'
import { oneDevice } from '../one-device.ts'
import { throughSocks } from '../tools/socks.ts'
import { openTerminal } from '../web-terminal/open-terminal.ts'

let end: End
beforeAll(async () => {
  end = await listen(digesting)
})
afterAll(() => end?.[Symbol.asyncDispose]())

describe.each(features.firewall)('in the %s edition', (edition) => {
  const one = oneDevice({ config: { edition } })
  const client = () => one.namespace.owner.client

  const add = async (choices: Partial<FirewallRuleChoices> = {}): Promise<FirewallRuleId> => {
    const everything = { source_ip: '.*', username: '.*', filter: { hostname: '.*' } }
    const body = { action: 'deny', active: true, priority: 10, ...everything, ...choices } as const
    return (await client().createFirewallRule({ body })).body.id
  }
  afterEach(async () => {
    const { body: rules } = await client().listFirewallRules({ query: { per_page: 100 } })
    for (const { id } of rules) await client().deleteFirewallRule({ params: { id } })
  })

  const from = (address: string): SshTarget => ({ ...one.device.target(), options: ['-b', address] })
  const says = (what: RegExp) => ({ code: 255, stderr: expect.stringMatching(what) as unknown })

  describe('a rule about an address', () => {
    it('turns away who comes from there, before anything is asked of them, and nobody else', async () => {
      await add({ source_ip: String.raw`127\.0\.0\.2` })
      const refusal = /rule of the namespace refuses.*the firewall keeps root from 127\.0\.0\.2 out/
      expect(await ssh(from('127.0.0.2'), ['echo in'])).toMatchObject(says(refusal))
      // Without any key or password: the answer is the same, so nothing was asked.
      const nobody = { ...from('127.0.0.2'), keys: [] }
      expect(await ssh(nobody, ['echo in'])).toMatchObject(says(refusal))
      expect(await ssh(from('127.0.0.3'), ['echo in'])).toMatchObject({ code: 0, stdout: 'in\n' })
    })

    it('gives way to one that is asked before, which lets in', async () => {
      await add({ source_ip: String.raw`127\..*`, priority: 20 })
      const allowing = await add({ source_ip: String.raw`127\.0\.0\.2`, action: 'allow', priority: 5 })
      expect(await ssh(from('127.0.0.2'), ['echo in'])).toMatchObject({ code: 0 })
      expect(await ssh(from('127.0.0.3'), ['echo in'])).toMatchObject(says(/the firewall keeps/))
      await client().deleteFirewallRule({ params: { id: allowing } })
      expect(await ssh(from('127.0.0.2'), ['echo in'])).toMatchObject(says(/the firewall keeps/))
    })
  })

  it('a rule about login names or tags holds for programs and copies of files as well', async () => {
    await client().setDeviceTags({ params: { uid: one.device.uid }, body: { tags: ['bench'] } })
    await add({ username: 'root', filter: { tags: ['bench'] } })
    expect(await ssh(one.device.target(), ['echo in'])).toMatchObject(says(/the firewall keeps root/))
    const to = remote(one.device.target(), '/tmp/firewall-test')
    const copied = await scp(one.device.target(), ['/etc/hostname', to])
    expect(copied.stderr).toContain('the firewall keeps root')
    expect(copied.code).not.toBe(0)
    expect((await ssh(one.device.target('nobody-else'), ['echo in'])).stderr).not.toContain('firewall')
    await client().setDeviceTags({ params: { uid: one.device.uid }, body: { tags: [] } })
    expect(await ssh(one.device.target(), ['echo in'])).toMatchObject({ code: 0, stdout: 'in\n' })
  })

  describe('a session that runs', () => {
    let master: Background
    let target: SshTarget
    let dynamic = 0
    beforeAll(async () => {
      const control = join(one.stack.folder, 'control')
      target = { ...one.device.target(), options: ['-o', `ControlPath=${control}`] }
      dynamic = await freePort()
      master = sshInBackground(target, [], ['-v', '-M', '-N', '-D', String(dynamic)])
      await until('the master is there', () => existsSync(control))
      await listens(dynamic)
    })
    afterAll(() => master?.[Symbol.asyncDispose]())

    const asked = (what: string, words: readonly string[]) =>
      run('ssh', [...sshOptions(target), '-O', what, ...words, 'ignored'])
    const forward = (words: readonly string[]) => asked('forward', words)

    it('goes on under a new rule, and opens no more connections until that is gone', async () => {
      const [local, back, late] = [await freePort(), await freePort(), await freePort()]
      expect(await forward(['-L', `${local}:127.0.0.1:${end.port}`])).toMatchObject({ code: 0 })
      expect(await forward(['-R', `${back}:127.0.0.1:${end.port}`])).toMatchObject({ code: 0 })
      const throughPort = (port: number) => exchange({ port, host: '127.0.0.1' }, 'x')
      for (const port of [local, back]) expect(await throughPort(port)).not.toBe('')
      await using shell = sshInBackground(target, ['while read line; do echo "got $line"; done'])
      shell.write('one\n')
      await shell.says(/got one/)

      const id = await add()
      await until('-L is refused', async () => (await throughPort(local)) === '')
      await master.says(/open failed: administratively prohibited: the firewall keeps root from 127\.0\.0\.1 out/)
      expect(await throughPort(back)).toBe('')
      await expect(throughSocks(dynamic, end.port)).rejects.toThrow('closed')
      expect(await forward(['-R', `${late}:127.0.0.1:${end.port}`])).toMatchObject({ code: 255 })
      shell.write('two\n')
      await shell.says(/got two/)
      expect(await ssh({ ...target, options: [] }, ['echo in'])).toMatchObject(says(/the firewall keeps/))

      await client().deleteFirewallRule({ params: { id } })
      await until('-L works again', async () => (await throughPort(local)) !== '')
      expect(await throughPort(back)).not.toBe('')
      const socket = await throughSocks(dynamic, end.port)
      socket.destroy()
      expect(await forward(['-R', `${late}:127.0.0.1:${end.port}`])).toMatchObject({ code: 0 })
    })
  })

  it('tells a member in front of a browser which rule it is', async () => {
    const id = await add({ username: 'root' })
    using terminal = await openTerminal(one, { username: 'root', password: 'wrong' })
    const error = await terminal.hears('error')
    expect(error).toMatchObject({ code: 'not_let_in', reason: 'denied' })
    expect(error.message).toContain(`firewall rule ${id} (deny, priority 10) keeps root from 127.0.0.1 out`)
    const { body: entries } = await client().listAudit({ query: { per_page: 100 } })
    expect(entries[0]).toMatchObject({ action: 'device.connection-refused', after: { username: 'root' } })
    // The control: without the rule it is the password that is wrong.
    await client().deleteFirewallRule({ params: { id } })
    using another = await openTerminal(one, { username: 'root', password: 'wrong' })
    expect(await another.hears('error')).not.toMatchObject({ reason: 'denied' })
  })
})

/** Connects from 127.0.0.9, says who it speaks for, and passes on what comes. */
const proxy = `
import { connect } from 'node:net'
const [port, address] = process.argv.slice(2)
const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.9' })
socket.write('PROXY TCP6 ' + address + ' ::1 1 22\\r\\n')
process.stdin.pipe(socket).pipe(process.stdout)
`

describe('behind a proxy that is trusted', () => {
  const trusting = { trustedProxies: ['127.0.0.9'], sshProxyProtocol: 'on' } as const
  const one = oneDevice({ config: { edition: features.firewall[0], ...trusting } })

  it('rules are asked about the address that the proxy names', async () => {
    const body = { action: 'deny', active: true, priority: 0, username: '.*', filter: { hostname: '.*' } } as const
    const source_ip = String.raw`203\.0\.113\..*`
    await one.namespace.owner.client.createFirewallRule({ body: { ...body, source_ip } })
    const file = join(one.stack.folder, 'proxy.mjs')
    await writeFile(file, proxy)
    const through = (address: string): SshTarget => {
      const command = `${process.execPath} ${file} %p ${address}`
      return { ...one.device.target(), options: ['-o', `ProxyCommand=${command}`] }
    }
    const denied = await ssh(through('::ffff:203.0.113.9'), ['echo in'])
    expect(denied.stderr).toContain('the firewall keeps root from 203.0.113.9 out')
    expect(await ssh(through('2001:db8::9'), ['echo in'])).toMatchObject({ code: 0, stdout: 'in\n' })
  })
})
