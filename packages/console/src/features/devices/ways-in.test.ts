import { expect, test } from 'vitest'
import { ansibleLine, configBlock, scpLine, vsCodeLine, type WayIn } from './ways-in.ts'

const way: WayIn = { login: 'pi', device: { namespace: 'home', name: 'kitchen' }, endpoint: 'ssh.example.com:2222' }

test('each program is told host, port and user in its own words', () => {
  expect(scpLine(way)).toBe('scp -P 2222 FILE pi@home.kitchen@ssh.example.com:')
  expect(ansibleLine(way)).toBe('kitchen ansible_host=ssh.example.com ansible_port=2222 ansible_user=pi@home.kitchen')
  expect(configBlock(way)).toBe('Host kitchen.home\n  HostName ssh.example.com\n  Port 2222\n  User pi@home.kitchen')
  expect(vsCodeLine(way)).toBe('code --remote ssh-remote+kitchen.home')
})

test('an IPv6 host keeps its brackets where the program wants them', () => {
  const six = { ...way, endpoint: '[2001:db8::1]:22' }
  expect(scpLine(six)).toBe('scp FILE pi@home.kitchen@[2001:db8::1]:')
  expect(ansibleLine(six)).toContain('ansible_host=2001:db8::1 ')
})
