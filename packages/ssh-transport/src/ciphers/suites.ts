// The ciphers and integrity checks we offer, by their names, best first. Nothing with CBC, SHA-1 or MD5.
import { ctrOpener, ctrSealer, type Mac } from './aes-ctr-hmac.ts'
import { gcmOpener, gcmSealer } from './aes-gcm.ts'
import { chachaOpener, chachaSealer } from './chacha20-poly1305.ts'
import type { DirectionKeys, Opener, Sealer } from './cipher.ts'
import { native } from './native.ts'

export interface Suite {
  readonly keyBytes: number
  readonly initialVectorBytes: number
  /** Whether a MAC has to be agreed on beside the cipher. */
  readonly wantsMac: boolean
  sealer(keys: DirectionKeys, mac: Mac): Sealer
  opener(keys: DirectionKeys, mac: Mac): Opener
}

const gcm = (name: 'aes-128-gcm' | 'aes-256-gcm', keyBytes: number): Suite => ({
  keyBytes,
  initialVectorBytes: 12,
  wantsMac: false,
  sealer: (keys) => gcmSealer(name, keys),
  opener: (keys) => gcmOpener(name, keys),
})

const ctr = (name: string, keyBytes: number): Suite => ({
  keyBytes,
  initialVectorBytes: 16,
  wantsMac: true,
  sealer: (keys, mac) => ctrSealer(name, mac, keys),
  opener: (keys, mac) => ctrOpener(name, mac, keys),
})

const chacha: readonly [string, Suite][] = native
  ? [
      [
        'chacha20-poly1305@openssh.com',
        {
          keyBytes: 64,
          initialVectorBytes: 0,
          wantsMac: false,
          sealer: chachaSealer.bind(undefined, native),
          opener: chachaOpener.bind(undefined, native),
        },
      ],
    ]
  : []

export const suites: ReadonlyMap<string, Suite> = new Map<string, Suite>([
  ['aes128-gcm@openssh.com', gcm('aes-128-gcm', 16)],
  ['aes256-gcm@openssh.com', gcm('aes-256-gcm', 32)],
  ...chacha,
  ['aes128-ctr', ctr('aes-128-ctr', 16)],
  ['aes192-ctr', ctr('aes-192-ctr', 24)],
  ['aes256-ctr', ctr('aes-256-ctr', 32)],
])

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
