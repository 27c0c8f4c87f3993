import { expect, test } from 'vitest'
import { isLoginName, sshLine } from './ssh-line.ts'

const device = { namespace: 'home', name: 'kitchen' }

test('the port is named unless it is the usual one', () => {
  expect(sshLine('pi', device, 'ssh.example.com:2222')).toBe('ssh pi@home.kitchen@ssh.example.com -p 2222')
  expect(sshLine('pi', device, 'ssh.example.com:22')).toBe('ssh pi@home.kitchen@ssh.example.com')
})

test('an IPv6 address stands without brackets, as the command takes it', () => {
  expect(sshLine('pi', device, '[::1]:2222')).toBe('ssh pi@home.kitchen@::1 -p 2222')
})

test.each(['root', 'ada.lovelace', '_www', 'a-b'])('%s is a login name', (name) => {
  expect(isLoginName(name)).toBe(true)
})

test.each(['', '-oProxyCommand=x', 'a b', 'a;reboot', '$(id)', 'a@b'])(
  '%j would not survive a shell as a login name',
  (name) => {
    expect(isLoginName(name)).toBe(false)
  },
)
