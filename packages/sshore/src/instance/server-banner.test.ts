import { expect, it } from 'vitest'
import { serverBanner } from './server-banner.ts'

const facts = {
  config: { publicUrl: undefined, host: '127.0.0.1', sshHost: undefined, dataDir: '/data' },
  instance: { httpPort: 8080, sshPort: 2222 },
  version: '1',
  setup: { done: false, sign: 'once' },
}

it('leads to the console and its setup, unless there is no console to lead to', () => {
  const whole = serverBanner({ ...facts, hasConsole: true })
  expect(whole).toMatch(/Console: +http:/)
  expect(whole).toContain('sign=once')
  const bare = serverBanner({ ...facts, hasConsole: false })
  expect(bare).not.toMatch(/Console: +http:|which works once/)
  expect(bare).toMatch(/API: +http:.*could not be built/)
  expect(bare).toContain('sshore setup')
})
