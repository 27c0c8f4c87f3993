// The real OpenSSH programs against devices whose agents are not ours, of both generations.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isRoot,
  remote,
  rsync,
  scp,
  sftp,
  sha256,
  ssh,
  sshInBackground,
  sshWords,
  stockAgents,
  terminalSession,
  until,
} from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { type StockDevice, withStockAgents } from './with-stock-agent.ts'

const world = withStockAgents()

describe.runIf(isRoot).each(['old', 'new'] as const)('a device with an agent of the %s generation', (age) => {
  let device: StockDevice
  beforeAll(async () => {
    device = await world().addDevice(stockAgents[age])
  })

  it('is told its own version, so that it does not replace itself', () => {
    expect(device.agent.info.version).toBe('v0.19.0')
  })

  it('lets in with the right password and with a registered key, and not with a wrong password', async () => {
    const { user } = world()
    expect(await ssh(device.withPassword, ['id', '-un'])).toMatchObject({ code: 0, stdout: `${user.name}\n` })
    expect(await ssh(device.target, ['id', '-un'])).toMatchObject({ code: 0, stdout: `${user.name}\n` })
    const wrong = await ssh({ ...device.withPassword, password: 'wrong' }, ['id'])
    expect(wrong).toMatchObject({ code: 255, stdout: '' })
    expect(wrong.stderr).toContain('Permission denied')
    expect(device.agent.faults).toEqual([])
  })

  it('refuses a key that is not registered without asking the device', async () => {
    const other = await world().stack.newKey()
    const before = device.agent.sessions.size
    const ran = await ssh({ ...device.target, keys: [other.path] }, ['id'])
    expect(ran).toMatchObject({ code: 255, stdout: '' })
    expect(device.agent.sessions.size).toBe(before)
  })

  it('hands over output, exit codes and input', async () => {
    const ran = await ssh(device.target, ['cat; echo problem >&2; exit 7'], { stdin: 'typed' })
    expect(ran.code).toBe(7)
    expect(age === 'old' ? ran.stdout : ran.stdout + ran.stderr).toBe('typedproblem\n')
    expect(ran.stderr).toBe(age === 'old' ? '' : 'problem\n')
    // Such agents say -1 for programs that a signal has ended.
    expect((await ssh(device.target, ['kill -9 $$'])).code).toBe(255)
  })

  it('carries megabytes of both outputs exactly', async () => {
    const command = 'head -c 3000000 /dev/zero | tr "\\0" e >&2 & head -c 8000000 /dev/zero | tr "\\0" o; wait'
    const { code, stdout, stderr } = await ssh(device.target, [command])
    expect(code).toBe(0)
    expect(stdout.replaceAll(/[^o]/g, '')).toHaveLength(8_000_000)
    const errors = age === 'old' ? stdout : stderr
    expect(errors.replaceAll(/[^e]/g, '')).toHaveLength(3_000_000)
  })

  it('has shells in terminals that follow the size of the window', async () => {
    await using terminal = await terminalSession(sshWords(device.target, [], ['-tt']))
    await terminal.shows(/[#$]$/m)
    await terminal.type('stty size; echo $TERM\n')
    await terminal.shows(/^24 80$/m)
    await terminal.resize(101, 33)
    await terminal.type('sleep 0.3; stty size\n')
    await terminal.shows(/^33 101$/m)
    await terminal.type('sleep 60\n\u0003')
    await terminal.type('echo interrupted\n')
    await terminal.shows(/^interrupted$/m)
    await terminal.type('exit 3\n')
    await until('the shell has ended', () => terminal.ended())
  })

  it('has shells without a terminal', async () => {
    const ran = await ssh(device.target, [], { stdin: 'echo from the input\n' })
    expect(ran).toMatchObject({ code: 0, stdout: 'from the input\n' })
  })

  it('copies files by sftp, scp and rsync', async () => {
    const { stack, user } = world()
    const bytes = Buffer.alloc(5_000_000, `some bytes for ${age}`)
    const local = join(stack.folder, `sent-${age}`)
    await writeFile(local, bytes)
    const batch = `put ${local} ${user.home}/by-sftp\nget ${user.home}/by-sftp ${local}-back\nrename ${user.home}/by-sftp ${user.home}/renamed\n`
    expect(await sftp(device.target, batch)).toMatchObject({ code: 0 })
    expect(sha256(await readFile(`${local}-back`))).toBe(sha256(bytes))
    expect(await scp(device.target, [local, remote(device.target, `${user.home}/by-scp`)])).toMatchObject({ code: 0 })
    expect(await scp(device.target, ['-O', local, remote(device.target, `${user.home}/by-old-scp`)])).toMatchObject({
      code: 0,
    })
    expect(await rsync(device.target, ['-a', local, remote(device.target, `${user.home}/by-rsync`)])).toMatchObject({
      code: 0,
    })
    for (const name of ['renamed', 'by-scp', 'by-old-scp', 'by-rsync']) {
      expect(sha256(await readFile(join(user.home, name)))).toBe(sha256(bytes))
    }
  })

  it('forwards ports to what the device reaches', async () => {
    await using web = createServer((_request, response) => response.end(`hello from ${age}`))
    web.listen(0, '127.0.0.1')
    await once(web, 'listening')
    const address = web.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const near = age === 'old' ? 38_471 : 38_472
    await using forwarding = sshInBackground(device.target, [], ['-N', '-L', `${near}:127.0.0.1:${port}`])
    const text = await until('the port is open', () =>
      fetch(`http://127.0.0.1:${near}/`).then(
        (response) => response.text(),
        () => undefined,
      ),
    )
    expect(text).toBe(`hello from ${age}`)
    const many = await Promise.all(Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${near}/`)))
    expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    forwarding.kill('SIGTERM')
    const refused = await ssh({ ...device.target, options: ['-W', '127.0.0.1:1'] }, [])
    expect(refused.stderr).toContain('open failed')
  })

  it('serves several connections, and several sessions in one', async () => {
    const control = join(world().stack.folder, `control-${age}`)
    const shared = {
      ...device.target,
      options: ['-o', `ControlPath=${control}`, '-o', 'ControlMaster=auto', '-o', 'ControlPersist=20'],
    }
    await ssh(shared, ['true'])
    const words = Array.from({ length: 6 }, (_, index) => `sleep 0.3; echo ${index}`)
    const ran = await Promise.all(words.map((word, index) => ssh(index < 3 ? shared : device.target, [word])))
    expect(ran.map(({ stdout }) => stdout)).toEqual(words.map((_, index) => `${index}\n`))
    await ssh({ ...shared, options: [...shared.options, '-O', 'exit'] }, [])
    await until('the device has no session left', () => device.agent.sessions.size === 0)
  })

  it('keeps letting keys in after it was renamed', async () => {
    const { namespace, stack, user, key } = world()
    const uid = device.agent.uid
    const params = {
      uid: (await namespace.owner.client.listDevices({ query: {} })).body.find((found) => found.uid === uid)?.uid,
    }
    if (params.uid === undefined) throw new Error('The device is gone.')
    await namespace.owner.client.updateDevice({ params: { uid: params.uid }, body: { name: `renamed-${age}` } })
    const target = stack.target(`${user.name}@${namespace.name}.renamed-${age}`, { keys: [key.path] })
    expect(await ssh(target, ['echo', 'still in'])).toMatchObject({ code: 0, stdout: 'still in\n' })
  })

  it('is not vouched for when nobody logs in', async () => {
    const { stack, namespace } = world()
    const { agent } = device
    const registered = await stack.anonymous.registerDevice({
      body: {
        info: { id: 'debian', pretty_name: 'Debian', version: 'v0.19.0', arch: 'amd64', platform: 'docker' },
        identity: { mac: agent.identity.mac },
        public_key: agent.identity.publicKey,
        tenant_id: namespace.tenantId,
      },
    })
    const response = await fetch(`${stack.url}/api/auth/ssh`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${registered.body.token}` },
      body: JSON.stringify({
        fingerprint: Array(16).fill('00').join(':'),
        data: '{"Username":"root","Namespace":"x"}',
      }),
    })
    expect(response.status).toBe(404)
  })
})
