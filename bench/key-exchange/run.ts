// What each key exchange costs the server, without SSH around it: `node bench/key-exchange/run.ts`.
import { createECDH, generateKeyPairSync } from 'node:crypto'
import { keyExchangeMethods } from '@sshore/ssh-transport'
import { median } from '../measure/statistics.ts'
import { markdownTable } from '../targets/target.ts'

const rounds = 300

const x25519 = (): Buffer =>
  generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const mlkem768 = (): Buffer =>
  generateKeyPairSync('ml-kem-768').publicKey.export({ format: 'der', type: 'spki' }).subarray(-1184)
/** Every string of this size that names coefficients in range is a public key to who encapsulates. */
const sntrup761 = (): Buffer => Buffer.alloc(1158, 7)

const shares: Readonly<Record<string, () => Buffer>> = {
  'curve25519-sha256': x25519,
  'ecdh-sha2-nistp256': () => createECDH('prime256v1').generateKeys(),
  'mlkem768x25519-sha256': () => Buffer.concat([mlkem768(), x25519()]),
  'sntrup761x25519-sha512': () => Buffer.concat([sntrup761(), x25519()]),
}

const rows = Object.entries(shares).map(([name, share]) => {
  const method = keyExchangeMethods.get(name)
  if (!method) throw new Error(`There is no ${name}`)
  const milliseconds = Array.from({ length: rounds }, () => {
    const offered = share()
    const from = performance.now()
    method.respond(offered)
    return performance.now() - from
  })
  // The first ones run before the code is compiled.
  return [name, median(milliseconds.slice(rounds / 3)).toFixed(2)]
})
console.log(markdownTable(["the server's part of a key exchange", 'median ms'], rows).join('\n'))
