import { createHash, randomInt } from 'node:crypto'
import { limits } from '@sshore/contract'

const { alphabet, codeLength } = limits.pairing

/** A code to be read aloud: 30^8 of them, 39 bits, so guessing needs more attempts than anybody is allowed. */
export const newCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** What is stored of a code. It lives ten minutes, so a fast hash is enough. */
export const hashOf = (code: string): string => createHash('sha256').update(code.toUpperCase()).digest('hex')
