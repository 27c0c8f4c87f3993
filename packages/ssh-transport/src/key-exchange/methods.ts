// The ways to agree on a secret that we offer, by their names, best first. Nothing with SHA-1.
import { group14, group16, group18 } from './finite-fields.ts'
import { mlkem768WithP256, mlkem768WithX25519, sntrup761WithX25519 } from './hybrids.ts'
import type { KeyExchangeMethod } from './method.ts'
import { nistp256, nistp384, nistp521 } from './nist-curves.ts'
import { curve25519 } from './x25519.ts'

export const keyExchangeMethods: ReadonlyMap<string, KeyExchangeMethod> = new Map([
  ['mlkem768x25519-sha256', mlkem768WithX25519],
  ['sntrup761x25519-sha512', sntrup761WithX25519],
  ['sntrup761x25519-sha512@openssh.com', sntrup761WithX25519],
  ['mlkem768nistp256-sha256', mlkem768WithP256],
  ['curve25519-sha256', curve25519],
  ['curve25519-sha256@libssh.org', curve25519],
  ['ecdh-sha2-nistp256', nistp256],
  ['ecdh-sha2-nistp384', nistp384],
  ['ecdh-sha2-nistp521', nistp521],
  ['diffie-hellman-group16-sha512', group16],
  ['diffie-hellman-group18-sha512', group18],
  ['diffie-hellman-group14-sha256', group14],
])
