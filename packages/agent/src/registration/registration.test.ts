// How a device becomes known to a server, tried with a real agent process.
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logIn, numberAfter, start, until } from '../testing/client.ts'
import { startTestAgent, startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { isRunning } from '../testing/processes.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(async () => {
  await gateway[Symbol.asyncDispose]()
})

const tenant = '3dd0d1f8-8246-4519-b11a-a3dd33717f65'

describe('registration', () => {
  test('says who the device is', async () => {
    await using agent = startTestAgent({
      address: gateway.address,
      flags: ['--tenant', tenant, '--hostname', 'attic', '--identity', '02:00:00:00:00:01', '--json'],
    })
    await gateway.link()
    expect(gateway.registrations[0]).toMatchObject({
      tenant_id: tenant,
      hostname: 'attic',
      identity: { mac: '02:00:00:00:00:01' },
      public_key: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/),
      info: { id: expect.any(String), pretty_name: expect.any(String), platform: 'native' },
    })
    const [first] = agent.log().split('\n')
    expect(JSON.parse(first ?? '')).toMatchObject({
      level: 'info',
      msg: "registered as tests.device (asked for 'attic')",
      status: 'accepted',
    })
  })

  test('keeps its key where nobody else can read it, and uses it again', async () => {
    await using agent = startTestAgent({ address: gateway.address })
    await gateway.link()
    const key = join(agent.stateFolder, 'device.key')
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(statSync(agent.stateFolder).mode & 0o777).toBe(0o700)
    await agent.stop()
    await using second = startTestAgent({ address: gateway.address, stateFolder: agent.stateFolder })
    await until('the second registration', () => gateway.registrations.length > 1)
    expect(gateway.registrations[1]?.['public_key']).toBe(gateway.registrations[0]?.['public_key'])
    expect(second.pid).not.toBe(agent.pid)
  })

  test('is left to the agent that has the state folder, until that one is gone in whatever way', async () => {
    await using first = startTestAgent({ address: gateway.address })
    await gateway.link()
    const another = { address: gateway.address, stateFolder: first.stateFolder }
    await using second = startTestAgent(another)
    expect(await second.exited).toBe(1)
    expect(second.log()).toContain(`another agent runs on ${first.stateFolder}; stop it first`)
    expect(gateway.registrations).toHaveLength(1)
    await first.stop('SIGKILL')
    await using third = startTestAgent(another)
    await until('the next registration', () => gateway.registrations.length > 1)
    expect(third.log()).not.toContain('another agent')
  })

  test('is tried again while the server is not well, with the reason said once', async () => {
    let failures = 0
    gateway.answer = () =>
      failures++ < 2 ? { status: 503, body: { message: 'The server is stopping.', code: 'shutting_down' } } : undefined
    await using agent = startTestAgent({ address: gateway.address })
    await gateway.link()
    expect(agent.log().match(/The server is stopping/g)).toHaveLength(1)
  })

  test('an unknown namespace is said clearly, and not asked for again at once', async () => {
    gateway.answer = () => ({
      status: 404,
      body: { message: 'There is no such namespace.', code: 'namespace_not_found' },
    })
    await using agent = startTestAgent({ address: gateway.address })
    await until('the message', () => agent.log().includes('There is no such namespace. Check --server and --tenant'))
    expect(gateway.registrations).toHaveLength(1)
  })

  test('a server that is not there is waited for', async () => {
    const { address } = gateway
    await gateway[Symbol.asyncDispose]()
    await using agent = startTestAgent({ address })
    await until('the message', () => agent.log().includes(`cannot register at ${address}: connection refused`))
    gateway = await startTestGateway(Number(new URL(address).port))
    await gateway.link()
  })

  test('a token that is no longer taken is renewed', async () => {
    await using agent = startTestAgent({ address: gateway.address })
    await gateway.link()
    gateway.token = 'new'
    gateway.cut()
    await until('the second registration', () => gateway.registrations.length > 1)
    await until('the new link', () => agent.log().match(/answered with status 401/))
    await gateway.link()
  })

  test('a lost connection is dialled again without registering', async () => {
    await using agent = startTestAgent({ address: gateway.address })
    const link = await gateway.link()
    gateway.cut()
    await until('the loss', () => !link.connected)
    await until('the return', () => link.connected)
    expect(gateway.registrations).toHaveLength(1)
    expect(agent.log()).toMatch(/connection lost; trying again in [\d.]+ s/)
    await until('the word of it', () => agent.log().includes('connected again; sessions go on'))
    expect(agent.log().match(/connected/g)).toHaveLength(2)
  })

  test('a device that the server has removed registers anew', async () => {
    await using agent = startTestAgent({ address: gateway.address })
    await gateway.link()
    gateway.revoke()
    await until('the second registration', () => gateway.registrations.length > 1)
    await gateway.link()
    expect(agent.log()).toContain('removed this device')
  })
})

describe('pairing', () => {
  test('shows a code, waits for a member, and remembers the namespace', async () => {
    let asked = 0
    gateway.answer = (path) => {
      if (path === '/api/devices/pairing') return { status: 200, body: { code: 'ABCD2345', expires_in_seconds: 600 } }
      if (!path.endsWith('/status')) return undefined
      asked += 1
      return { status: 200, body: asked < 2 ? { status: 'pending' } : { status: 'accepted', tenant_id: tenant } }
    }
    await using agent = startTestAgent({ address: gateway.address, flags: [] })
    await until('the code', () => agent.log().includes('ABCD 2345'))
    expect(agent.log()).toContain(`${gateway.address}/accept-device?code=ABCD2345`)
    await gateway.link()
    expect(gateway.registrations[0]).toMatchObject({ tenant_id: tenant })
    expect(readFileSync(join(agent.stateFolder, 'tenant'), 'utf8')).toBe(`${tenant}\n`)
  })

  test('shows a new code when the first one has run out', async () => {
    const codes = ['AAAA2222', 'BBBB3333']
    gateway.answer = (path) => {
      if (path === '/api/devices/pairing') {
        return { status: 200, body: { code: codes.shift(), expires_in_seconds: 600 } }
      }
      return { status: 404, body: { message: 'This code is unknown.', code: 'pairing_code_not_found' } }
    }
    await using agent = startTestAgent({ address: gateway.address, flags: [] })
    await until('the second code', () => agent.log().includes('BBBB 3333'))
  })
})

describe('the program', () => {
  test.each([
    [[], /Which server/],
    [['--server', 'ftp://x'], /not a server address/],
    [['--server'], /wants a value/],
    [['--sever', 'x'], /Unknown argument --sever/],
  ])('ends with status 2 when the command line is wrong: %j', async (flags, message) => {
    await using agent = startTestAgent({ address: undefined, flags })
    expect(await agent.exited).toBe(2)
    expect(agent.log()).toMatch(message)
  })

  test('ends with status 1 when its key lies open, and says how to close it', async () => {
    await using first = startTestAgent({ address: gateway.address })
    await gateway.link()
    await first.stop()
    chmodSync(join(first.stateFolder, 'device.key'), 0o644)
    await using second = startTestAgent({ address: gateway.address, stateFolder: first.stateFolder })
    expect(await second.exited).toBe(1)
    expect(second.log()).toContain('chmod 600')
  })

  test('ends with status 2 when the tenant is none', async () => {
    await using agent = startTestAgent({ address: gateway.address, flags: ['--tenant', 'mine'] })
    expect(await agent.exited).toBe(2)
    expect(agent.log()).toContain('"mine" is not a tenant id')
  })

  test('ends with status 1 where its folder cannot be made, and says what to do', async () => {
    await using agent = startTestAgent({ address: gateway.address, stateFolder: '/proc/agent' })
    expect(await agent.exited).toBe(1)
    expect(agent.log()).toContain('cannot make the folder /proc/agent; choose another one with --data-dir')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('ends with status 0 on %s', async (signal) => {
    await using agent = startTestAgent({ address: gateway.address })
    await gateway.link()
    expect(await agent.stop(signal)).toBe(0)
    expect(agent.log()).toContain('stopped')
  })

  test('takes its sessions along when it is told to stop', async () => {
    await using agent = startTestAgent({ address: gateway.address })
    const link = await gateway.link()
    const login = await logIn(link, userInfo().username)
    const shell = start(link, login, { kind: 'exec', command: 'echo pid=$$; exec sleep 306' }, { terminal: {} })
    const pid = await numberAfter('pid', shell)
    expect(await agent.stop()).toBe(0)
    expect(isRunning(pid)).toBe(false)
  })

  test('ends with status 0 also while it still waits for a member', async () => {
    gateway.answer = (path) =>
      path.endsWith('/status')
        ? { status: 200, body: { status: 'pending' } }
        : { status: 200, body: { code: 'ABCD2345', expires_in_seconds: 600 } }
    await using agent = startTestAgent({ address: gateway.address, flags: [] })
    await until('the code', () => agent.log().includes('ABCD 2345'))
    expect(await agent.stop()).toBe(0)
  })
})
