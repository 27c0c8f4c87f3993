import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRoot } from '../testing/users.ts'
import { findInOwnList } from './own-keys.ts'

const key = 'AAAAC3NzaC1lZDI1NTE5AAAAIK'
const other = 'AAAAC3NzaC1lZDI1NTE5AAAAIX'

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'sshore-own-keys-'))
  mkdirSync(join(folder, '.ssh'), { mode: 0o700 })
  const list = join(folder, '.ssh/authorized_keys')
  const account = { username: 'ann', uid: process.getuid?.() ?? 0, gid: 0, home: folder, shell: '/bin/sh' }
  return {
    folder,
    list,
    write: (text: string, mode = 0o600) => writeFileSync(list, text, { mode }),
    find: () => findInOwnList(account, key),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

const refusal = (detail: string) => ({ outcome: 'refused', detail: expect.stringContaining(detail) })

test.each([
  [`ssh-ed25519 ${key} ann@laptop\n`],
  [`# mine\n\n  ssh-ed25519   ${key}\r\nssh-ed25519 ${other}`],
  [`no-pty ssh-ed25519 ${key}\nssh-ed25519 ${key}\n`],
  [`sk-ssh-ed25519@openssh.com ${key}\n`],
])('a key in the list is found: %j', (text) => {
  using ann = home()
  ann.write(text)
  expect(ann.find()).toEqual({ outcome: 'listed' })
})

test.each([
  [`ssh-ed25519 ${other} ${key}\n`, 'is not in'],
  [`#ssh-ed25519 ${key}\n`, 'is not in'],
  ['', 'is not in'],
  [`no-pty ssh-ed25519 ${key}\n`, 'with options'],
  [`command="echo ssh-ed25519 ${key}",no-pty ssh-ed25519 ${other}\n`, 'is not in'],
  [`command="say \\"hello\\" ssh-ed25519 x" ssh-ed25519 ${key}\n`, 'with options'],
])('a list lets nobody in by what is no line of the key alone: %j', (text, detail) => {
  using ann = home()
  ann.write(text)
  expect(ann.find()).toEqual(refusal(detail))
})

test('a list that others could have written is not believed', () => {
  using ann = home()
  ann.write(`ssh-ed25519 ${key}\n`)
  expect(ann.find()).toEqual({ outcome: 'listed' })
  chmodSync(ann.list, 0o620)
  expect(ann.find()).toEqual(refusal('chmod 600'))
  chmodSync(ann.list, 0o600)
  chmodSync(join(ann.folder, '.ssh'), 0o777)
  expect(ann.find()).toEqual(refusal('chmod go-w ~/.ssh'))
})

test.skipIf(!isRoot)('a list of another user is not believed (needs root)', () => {
  using ann = home()
  ann.write(`ssh-ed25519 ${key}\n`)
  chownSync(ann.list, 12_345, 12_345)
  expect(ann.find()).toEqual(refusal('Others than ann'))
})

test('without a list, or with a device in its place, nobody is let in', () => {
  using ann = home()
  expect(ann.find()).toEqual(refusal('There is no'))
  symlinkSync('/dev/zero', ann.list)
  expect(ann.find()).toEqual(refusal('reasonable size'))
})
