import { expect, test } from 'vitest'
import { commentOf, encodedKey, isPrivateKey, kindOfKey } from './public-key-text.ts'

const line = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPj2 josé on his laptop'

test('a line survives the way to the server, and its kind and comment are read from it', () => {
  expect(encodedKey(` ${line}\n`)).toBe(encodedKey(line))
  expect(new TextDecoder().decode(Uint8Array.from(atob(encodedKey(line)), (one) => one.codePointAt(0) ?? 0))).toBe(line)
  expect(kindOfKey(encodedKey(line))).toBe('Ed25519')
  expect(commentOf(line)).toBe('josé on his laptop')
})

test('what is no key is of no kind', () => {
  expect(kindOfKey('%%%')).toBe('')
  expect(commentOf('')).toBe('')
})

test('private keys are known as such', () => {
  expect(isPrivateKey('-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl')).toBe(true)
  expect(isPrivateKey('PuTTY-User-Key-File-3: ssh-ed25519')).toBe(true)
  expect(isPrivateKey(line)).toBe(false)
})
