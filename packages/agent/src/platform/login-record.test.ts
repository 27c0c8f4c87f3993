import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeLoginRecord } from './login-record.ts'

const record = { pid: 4711, line: 'pts/12', username: 'ann', atMilliseconds: Date.UTC(2026, 10, 21, 6, 30, 5, 250) }

test.skipIf(process.arch !== 'x64')("the system's own reader understands a login and its end", () => {
  const folder = mkdtempSync(join(tmpdir(), 'sshore-wtmp-'))
  const file = join(folder, 'wtmp')
  const login = encodeLoginRecord({ ...record, kind: 'login', address: '192.0.2.7' }, 'x64')
  const logout = encodeLoginRecord({ ...record, kind: 'logout', address: '192.0.2.7' }, 'x64')
  writeFileSync(file, Buffer.concat([login, logout]))
  const lines = execFileSync('utmpdump', [file], { encoding: 'utf8', stdio: 'pipe' }).trim().split('\n')
  rmSync(folder, { recursive: true })
  expect(lines[0]).toBe(
    '[7] [04711] [s/12] [ann     ] [pts/12      ] [192.0.2.7           ] [192.0.2.7      ] [2026-11-21T06:30:05,250000+00:00]',
  )
  expect(lines[1]).toContain('[8] [04711] [s/12] [        ] [pts/12      ]')
})

test('addresses of both families are written in network order', () => {
  const at = (address: string) => [
    ...encodeLoginRecord({ ...record, kind: 'login', address }, 'x64').subarray(348, 364),
  ]
  expect(at('192.0.2.7').slice(0, 5)).toEqual([192, 0, 2, 7, 0])
  expect(at('::ffff:192.0.2.7').slice(0, 5)).toEqual([192, 0, 2, 7, 0])
  expect(at('2001:db8::7')).toEqual([0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7])
})

test('on arm64 the times are wide', () => {
  const bytes = encodeLoginRecord({ ...record, kind: 'login', address: '192.0.2.7' }, 'arm64')
  expect(bytes.byteLength).toBe(400)
  expect(new DataView(bytes.buffer).getBigInt64(344, true)).toBe(BigInt(record.atMilliseconds) / 1000n)
})
