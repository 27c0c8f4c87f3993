// RFC 4253 section 8 and RFC 8268: Diffie-Hellman in the groups of RFC 3526, for clients that know no curves.
import { createDiffieHellmanGroup } from 'node:crypto'
import { positiveNumber } from '../wire.ts'
import { badShare, type ExchangeHash, type KeyExchangeMethod, numberSecret } from './method.ts'

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

const method = (group: 'modp14' | 'modp16' | 'modp18', hash: ExchangeHash): KeyExchangeMethod => ({
  hash,
  respond(clientShare) {
    const exchange = createDiffieHellmanGroup(group)
    const prime = exchange.getPrime()
    const negative = ((clientShare[0] ?? 0x80) & 0x80) !== 0
    const digits = positiveNumber(clientShare)
    if (negative || digits.length > prime.length + 1) throw badShare('a share outside of its group')
    // RFC 4253 section 8 wants 1 to p - 1; both of these and zero make the secret known to everybody.
    const share = digits.length === 0 ? 0n : toNumber(digits)
    if (share <= 1n || share >= toNumber(prime) - 1n) throw badShare('a degenerate share')
    const serverShare = Buffer.from(positiveNumber(exchange.generateKeys()))
    return { serverShare, secret: numberSecret(exchange.computeSecret(digits)) }
  },
})

export const group14 = method('modp14', 'sha256')
export const group16 = method('modp16', 'sha512')
export const group18 = method('modp18', 'sha512')
