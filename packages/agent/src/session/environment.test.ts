import { describe, expect, test } from 'vitest'
import { type EnvironmentRequest, sessionEnvironment } from './environment.ts'

const request: EnvironmentRequest = {
  account: { username: 'ann', uid: 1000, gid: 1000, home: '/home/ann', shell: '/bin/zsh' },
  login: { client: { address: '192.0.2.7', port: 40022 }, server: { address: '198.51.100.1', port: 22 } },
  requested: {},
  terminal: undefined,
  mailbox: undefined,
  defaults: { loginDefinitions: [], assignments: {}, motdByPam: false },
}

describe('the environment of a session', () => {
  test('says who the user is and where the connection comes from', () => {
    expect(sessionEnvironment(request)).toEqual({
      USER: 'ann',
      LOGNAME: 'ann',
      HOME: '/home/ann',
      SHELL: '/bin/zsh',
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/games',
      SSH_CLIENT: '192.0.2.7 40022 22',
      SSH_CONNECTION: '192.0.2.7 40022 198.51.100.1 22',
    })
  })

  test('takes the language from the client and nothing that could run code', () => {
    const requested = {
      LANG: 'de_DE.UTF-8',
      LC_TIME: 'C',
      COLORTERM: 'truecolor',
      LD_PRELOAD: '/tmp/x.so',
      BASH_ENV: '/tmp/x',
      PATH: '/tmp',
      LC_evil: 'x',
      LC_ALL: 'a\0b',
    }
    const environment = sessionEnvironment({ ...request, requested })
    expect(environment).toMatchObject({ LANG: 'de_DE.UTF-8', LC_TIME: 'C', COLORTERM: 'truecolor' })
    expect(Object.keys(environment)).not.toEqual(expect.arrayContaining(['LD_PRELOAD']))
    for (const name of ['LD_PRELOAD', 'BASH_ENV', 'LC_evil', 'LC_ALL']) expect(environment).not.toHaveProperty(name)
    expect(environment['PATH']).not.toBe('/tmp')
  })

  test('lets the device have the last word on language and path, as sshd with PAM does', () => {
    const assignments = { LANG: 'C.UTF-8', PATH: '/opt/bin:/bin', SSH_CLIENT: 'forged' }
    const environment = sessionEnvironment({
      ...request,
      requested: { LANG: 'de_DE.UTF-8' },
      defaults: { loginDefinitions: [], assignments, motdByPam: true },
    })
    expect(environment).toMatchObject({ LANG: 'C.UTF-8', PATH: '/opt/bin:/bin', SSH_CLIENT: '192.0.2.7 40022 22' })
    expect(environment).toHaveProperty('MOTD_SHOWN', 'pam')
  })

  test('names the terminal, and calls a nameless one dumb', () => {
    const environment = sessionEnvironment({ ...request, terminal: { path: '/dev/pts/4', term: '' } })
    expect(environment).toMatchObject({ SSH_TTY: '/dev/pts/4', TERM: 'dumb' })
  })
})
