// The ciphers and integrity checks we offer, by their names, best first. Nothing with CBC, SHA-1 or MD5.
import { ctrOpener, ctrSealer, type Mac } from './aes-ctr-hmac.ts'
import { gcmOpener, gcmSealer } from './aes-gcm.ts'
import { chachaOpener, chachaSealer } from './chacha20-poly1305.ts'
import type { DirectionKeys, Opener, Sealer } from './cipher.ts'
import { type NativeCiphers, native } from './native.ts'

export interface Suite {
  readonly keyBytes: number
  readonly initialVectorBytes: number
  /** Whether a MAC has to be agreed on beside the cipher. */
  readonly wantsMac: boolean
  sealer(keys: DirectionKeys, mac: Mac): Sealer
  opener(keys: DirectionKeys, mac: Mac): Opener
}

const gcm = (ciphers: NativeCiphers | undefined, keyBytes: number): Suite => ({
  keyBytes,
  initialVectorBytes: 12,
  wantsMac: false,
  sealer: (keys) => gcmSealer(ciphers, keys),
  opener: (keys) => gcmOpener(ciphers, keys),
})

const chacha = (ciphers: NativeCiphers | undefined): Suite => ({
  keyBytes: 64,
  initialVectorBytes: 0,
  wantsMac: false,
  sealer: (keys) => chachaSealer(ciphers, keys),
  opener: (keys) => chachaOpener(ciphers, keys),
})

const ctr = (ciphers: NativeCiphers | undefined, keyBytes: number): Suite => ({
  keyBytes,
  initialVectorBytes: 16,
  wantsMac: true,
  sealer: (keys, mac) => ctrSealer(ciphers, mac, keys),
  opener: (keys, mac) => ctrOpener(ciphers, mac, keys),
})

/** By the addon, or by Node's own crypto. */
export function suitesBy(ciphers: NativeCiphers | undefined): ReadonlyMap<string, Suite> {
  return new Map([
    ['aes128-gcm@openssh.com', gcm(ciphers, 16)],
    ['aes256-gcm@openssh.com', gcm(ciphers, 32)],
    ['chacha20-poly1305@openssh.com', chacha(ciphers)],
    ['aes128-ctr', ctr(ciphers, 16)],
    ['aes192-ctr', ctr(ciphers, 24)],
    ['aes256-ctr', ctr(ciphers, 32)],
  ])
}

export const suites = suitesBy(native)

const hmac = (hash: Mac['hash'], keyBytes: Mac['keyBytes'], encryptThenMac: boolean): Mac => ({
  hash,
  keyBytes,
  encryptThenMac,
})

export const macs: ReadonlyMap<string, Mac> = new Map([
  ['hmac-sha2-256-etm@openssh.com', hmac('sha256', 32, true)],
  ['hmac-sha2-512-etm@openssh.com', hmac('sha512', 64, true)],
  ['hmac-sha2-256', hmac('sha256', 32, false)],
  ['hmac-sha2-512', hmac('sha512', 64, false)],
])
