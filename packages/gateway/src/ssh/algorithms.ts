// What we offer in the key exchange, best first. Nothing with SHA-1 or CBC; no compression (it hurts an interactive
// terminal's latency and lets a client make the server inflate what it likes).
import { KexInit } from './ssh2.ts'

const keyExchanges = [
  'curve25519-sha256',
  'curve25519-sha256@libssh.org',
  'ecdh-sha2-nistp256',
  'ecdh-sha2-nistp384',
  'ecdh-sha2-nistp521',
  'diffie-hellman-group16-sha512',
  'diffie-hellman-group18-sha512',
  'diffie-hellman-group14-sha256',
  // Strict key exchange, against prefix truncation (CVE-2023-48795).
  'kex-strict-s-v00@openssh.com',
]

const ciphers = [
  'aes128-gcm@openssh.com',
  'aes256-gcm@openssh.com',
  'chacha20-poly1305@openssh.com',
  'aes128-ctr',
  'aes192-ctr',
  'aes256-ctr',
]

const macs = ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512']

/** Signature algorithms a user may log in with, as told to clients (RFC 8308 section 3.1). */
export const userSignatureAlgorithms = [
  'ssh-ed25519',
  'sk-ssh-ed25519@openssh.com',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ecdsa-sha2-nistp256@openssh.com',
  'rsa-sha2-512',
  'rsa-sha2-256',
] as const
export type UserSignatureAlgorithm = (typeof userSignatureAlgorithms)[number]

/** `hostKeyAlgorithms` in the order of preference. */
export function keyExchangeOffer(hostKeyAlgorithms: readonly string[]): object {
  const direction = { cipher: ciphers, mac: macs, compress: ['none'], lang: [] }
  return new KexInit({ kex: keyExchanges, serverHostKey: hostKeyAlgorithms, cs: direction, sc: direction })
}
