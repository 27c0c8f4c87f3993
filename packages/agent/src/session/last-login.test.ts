import { expect, test } from 'vitest'
import { decodeLastLogin, encodeLastLogin, lastLoginLine } from './last-login.ts'

const login = { atSeconds: 1_795_271_083, host: '192.0.2.7', line: 'pts/3' }

test('a record is read as it was written, in the size that the system has', () => {
  expect(encodeLastLogin(login, 'x64')).toHaveLength(292)
  expect(encodeLastLogin(login, 'arm64')).toHaveLength(296)
  for (const arch of ['x64', 'arm64'] as const) {
    expect(decodeLastLogin(encodeLastLogin(login, arch), arch)).toEqual(login)
    expect(decodeLastLogin(Buffer.alloc(296), arch)).toBeUndefined()
  }
})

test('a host that is too long is cut, not written into the next record', () => {
  const bytes = encodeLastLogin({ ...login, host: 'h'.repeat(300) }, 'x64')
  expect(bytes).toHaveLength(292)
  expect(decodeLastLogin(bytes, 'x64')?.host).toHaveLength(255)
})

test('the line names time and place, the place only where there is one', () => {
  expect(lastLoginLine(login)).toMatch(/^Last login: \w{3} Nov 2\d \d\d:\d\d:43 2026 from 192\.0\.2\.7\r\n$/)
  expect(lastLoginLine({ ...login, host: '' })).toMatch(/2026\r\n$/)
})
