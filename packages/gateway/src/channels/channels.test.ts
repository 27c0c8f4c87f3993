import { describe, expect, it } from 'vitest'
import { Writer } from '../ssh/wire.ts'
import { ssh2 } from '../stock-agents/ssh2-library.ts'
import { createTestStack, registerKey, until } from '../test-stack.ts'
import { testDevice } from '../test-server-api.ts'
import { finished } from '../test-ssh-client.ts'
import { announcementText } from './announcement.ts'
import { addVariable } from './environment.ts'
import { readTerminalModes } from './terminal-modes.ts'

const user = 'root@home.pi'

describe('terminal modes', () => {
  it('are read by name, unknown ones passed over', () => {
    const encoded = new Writer()
      .byte(53)
      .uint32(1)
      .byte(42)
      .uint32(1)
      .byte(99)
      .uint32(7)
      .byte(128)
      .uint32(38_400)
      .byte(0)
    expect(readTerminalModes(encoded.finish())).toEqual({ ECHO: 1, IUTF8: 1, TTY_OP_ISPEED: 38_400 })
  })

  it('end where the standard says that parsing stops', () => {
    const encoded = new Writer().byte(53).uint32(0).byte(200).uint32(1).byte(50).uint32(1)
    expect(readTerminalModes(encoded.finish())).toEqual({ ECHO: 0 })
  })

  it('may be cut short', () => {
    expect(readTerminalModes(Buffer.from([53, 0, 0]))).toEqual({})
  })
})

describe('the environment', () => {
  it.each(['LANG', 'LC_ALL', 'COLORTERM'])('takes %s', (name) => {
    const environment = {}
    expect(addVariable(environment, name, 'C.UTF-8')).toBe(true)
    expect(environment).toEqual({ [name]: 'C.UTF-8' })
  })

  it.each(['LD_PRELOAD', 'PATH', 'BASH_ENV', 'ENV', 'IFS', 'LC_', 'LC_A=B', '__proto__', ''])(
    'passes %s over',
    (name) => {
      const environment = {}
      expect(addVariable(environment, name, 'x')).toBe(false)
      expect(environment).toEqual({})
    },
  )

  it('is bounded, and holds no zero, which would end a value early', () => {
    const environment = {}
    expect(addVariable(environment, 'LANG', 'x'.repeat(300_000))).toBe(false)
    expect(addVariable(environment, 'LANG', 'a\0b')).toBe(false)
    expect(addVariable(environment, 'TZ', '../../../etc/passwd')).toBe(false)
    for (let i = 0; i < 200; i += 1) addVariable(environment, `LC_${i}`, 'x')
    expect(Object.keys(environment).length).toBe(128)
  })
})

describe('an announcement', () => {
  it('loses everything that a terminal would obey', () => {
    expect(announcementText('Hi\u001B[2J\r\nthere\u0007 \u009B1m\n\n')).toBe('Hi[2J\r\nthere 1m\r\n')
  })

  it('comes before the output of an interactive shell, and of nothing else', async () => {
    await using stack = await createTestStack()
    const device = { ...testDevice, announcement: 'Handle with care' }
    stack.server.answers.set('/internal/connections/resolve', { outcome: 'found', device })
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
    const shell = await stack.ssh.run(user, [], ['-i', key.path, '-tt'], 'echo typed\nexit\n')
    expect(shell.stdout.toString()).toMatch(/^Handle with care\r\n[^]*typed/)
    const command = await stack.ssh.run(user, ['echo run'], ['-i', key.path])
    expect(command.stdout.toString()).toBe('run\n')
  })
})

describe('a session whose device is lost', () => {
  it('pauses, and ends with a message when the link does not come back', async () => {
    await using stack = await createTestStack({ resumptionSeconds: 1 })
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
    const child = stack.ssh.start(user, ['echo on; sleep 60'], ['-i', key.path])
    const done = finished(child)
    await until(() => stack.device.running.size > 0, 'the program runs')
    stack.cut()
    const { code, stderr } = await done
    expect(code).toBe(255)
    expect(stderr).toContain('the connection to home.pi is over: no connection to the device for 1 seconds')
    await until(() => stack.port.size === 0, 'the connection is over')
  })

  it('is told about the device even when it only forwards', async () => {
    await using stack = await createTestStack({ resumptionSeconds: 1 })
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
    const done = finished(stack.ssh.start(user, [], ['-i', key.path, '-N']))
    await until(() => stack.device.logins.length > 0 && stack.port.active.size > 0, 'somebody is in')
    stack.cut()
    expect((await done).stderr).toContain('the connection to the device was lost')
  })
})

it('asks a device that could not listen for the ssh-agent again, in the next session', async () => {
  await using stack = await createTestStack()
  const client = new ssh2.Client()
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', () => resolve()).once('error', reject)
      const where = { host: '127.0.0.1', port: stack.portNumber, username: user, password: 'right' }
      client.connect({ ...where, agent: '/nowhere', agentForward: true, authHandler: ['password'] })
    })
    const run = () =>
      new Promise<void>((resolve, reject) => {
        client.exec('true', (error, channel) => {
          if (error) return reject(error)
          channel.once('close', () => resolve()).resume()
          channel.stderr.resume()
        })
      })
    for (const asked of [1, 2]) {
      // The library asks once a connection, OpenSSH for every session.
      Reflect.set(client, '_agentFwdEnabled', false)
      await run()
      expect(stack.device.refused).toEqual(Array.from({ length: asked }, () => 'ssh-agent'))
    }
  } finally {
    client.end()
  }
})
