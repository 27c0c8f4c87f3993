import { limits } from '@sshore/contract'

const { alphabet, codeLength } = limits.pairing
const groupLength = codeLength / 2

/** The characters of a code in what was typed or pasted, as the server takes them. */
export const codeIn = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(new RegExp(`[^${alphabet}]`, 'g'), '')
    .slice(0, codeLength)

/** In two groups, as the device shows it. */
export const grouped = (code: string): string =>
  code.length > groupLength ? `${code.slice(0, groupLength)} ${code.slice(groupLength)}` : code

export const isComplete = (code: string): boolean => code.length === codeLength
