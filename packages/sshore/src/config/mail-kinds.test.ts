import { expect, it } from 'vitest'
import { ConfigProblems, readConfig } from './config.ts'
import { invalid } from './kinds.ts'
import { sender, smtpAddress } from './mail-kinds.ts'

it.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, security: 'starttls' }],
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, security: 'tls' }],
  ['smtp://localhost:25', { host: 'localhost', port: 25, security: 'opportunistic' }],
  ['smtp://[::1]:25', { host: '::1', port: 25, security: 'opportunistic' }],
  ['smtp://mail.example.com:25?tls=none', { host: 'mail.example.com', port: 25, security: 'none' }],
  [
    'smtp://ada%40example.com:p%3Aw%2F@mail.example.com:2525/',
    { host: 'mail.example.com', port: 2525, security: 'starttls', user: 'ada@example.com', password: 'p:w/' },
  ],
] as const)('reads %s', (text, server) => {
  expect(smtpAddress.read(text)).toEqual(server)
})

it.each([
  'mail.example.com',
  'http://mail.example.com',
  'smtp://',
  'smtp://mail.example.com/path',
  'smtp://mail.example.com?tls=perhaps',
  'smtp://mail.example.com?tls=none&tls=none',
  'smtp://mail.example.com?ca=x',
  'smtps://mail.example.com?tls=none',
  'smtp://mail.example.com#x',
  'smtp://%ff:x@mail.example.com',
])('refuses %j as a mail server', (text) => {
  expect(smtpAddress.read(text)).toBe(invalid)
})

it('shows a mail server without its password, so that it reads the same but for that', () => {
  for (const [text, shown] of [
    ['smtp://ada:secret@mail.example.com', 'smtp://ada:***@mail.example.com:587'],
    ['smtp://mail.example.com?tls=none', 'smtp://mail.example.com:587?tls=none'],
    ['smtps://[2001:db8::1]:4650', 'smtps://[2001:db8::1]:4650'],
  ] as const) {
    const read = smtpAddress.read(text)
    if (read === invalid) throw new Error(`${text} is refused.`)
    expect(smtpAddress.show(read)).toBe(shown)
  }
})

it('takes a sender with and without a name', () => {
  expect(sender.read('sshore@example.com')).toBe('sshore@example.com')
  expect(sender.read(' Sshore do Laboratório <sshore@example.com> ')).toBe('Sshore do Laboratório <sshore@example.com>')
  expect(sender.read('<sshore@example.com>')).toBe('sshore@example.com')
})

it.each(['sshore', 'a@b, c@d', 'x <a@b> <c@d>', 'x\r\nBcc: y@z <a@b>', '"x" <a@b>', 'a b@c', 'a@-b'])(
  'refuses %j as a sender',
  (text) => {
    expect(sender.read(text)).toBe(invalid)
  },
)

it('asks for a sender and a public address where there is a mail server, and tells nothing of a wrong one', () => {
  const problemsWith = (environment: Record<string, string>): string => {
    try {
      readConfig(environment)
      return ''
    } catch (error) {
      if (error instanceof ConfigProblems) return error.message
      throw error
    }
  }
  const alone = problemsWith({ SSHORE_SMTP_URL: 'smtp://mail.example.com' })
  expect(alone).toContain('SSHORE_MAIL_FROM')
  expect(alone).toContain('SSHORE_PUBLIC_URL')
  const wrong = problemsWith({ SSHORE_SMTP_URL: 'http://ada:secret@mail.example.com' })
  expect(wrong).toContain('SSHORE_SMTP_URL')
  expect(wrong).not.toContain('secret')
  const whole = { SSHORE_MAIL_FROM: 'sshore@example.com', SSHORE_PUBLIC_URL: 'https://sshore.example.com' }
  expect(problemsWith({ SSHORE_SMTP_URL: 'smtp://mail.example.com', ...whole })).toBe('')
})
