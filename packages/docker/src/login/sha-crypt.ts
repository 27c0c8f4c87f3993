// SHA-crypt: the hashes `$5$` and `$6$` of crypt(3), as Ulrich Drepper's "Unix crypt using SHA-256 and SHA-512" says.
import { createHash } from 'node:crypto'

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const rounds = { default: 5000, least: 1000, most: 999_999_999 } as const
/** What may be asked of whoever checks: a container chooses its own hashes. */
const roundsAllowed = 200_000
const saltChars = 16
/** Between pauses, so that a check does not hold up everything else of the process. */
const roundsAtOnce = 1000

interface Method {
  readonly hash: 'sha256' | 'sha512'
  /** Bytes of the digest in the order in which they are written, three to a group of four characters. */
  readonly order: readonly (readonly number[])[]
}

const rotated = (groups: number, third: number, step: 1 | 2): readonly (readonly number[])[] =>
  Array.from({ length: groups }, (_, at) => {
    const three = [at, at + third, at + 2 * third]
    const shift = (at * step) % 3
    return [...three.slice(shift), ...three.slice(0, shift)]
  })

const methods: Readonly<Record<string, Method>> = {
  '5': { hash: 'sha256', order: [...rotated(10, 10, 2), [31, 30]] },
  '6': { hash: 'sha512', order: [...rotated(21, 21, 1), [63]] },
}

function encode(digest: Buffer, order: Method['order']): string {
  let text = ''
  for (const group of order) {
    let value = 0
    for (const at of group) value = (value << 8) | (digest[at] ?? 0)
    for (let left = group.length + 1; left > 0; left -= 1) {
      text += alphabet[value & 63] ?? ''
      value >>>= 6
    }
  }
  return text
}

const repeated = (bytes: Buffer, length: number): Buffer => {
  const whole = Buffer.alloc(length)
  for (let at = 0; at < length; at += bytes.length) bytes.copy(whole, at)
  return whole
}

/** The hash of a password under the setting of another; undefined for methods other than SHA-crypt. */
export async function shaCrypt(password: string, setting: string): Promise<string | undefined> {
  const [, id = '', given, fullSalt = ''] = /^\$([56])\$(?:rounds=(\d{1,9})\$)?([^$]*)/.exec(setting) ?? []
  const method = methods[id]
  if (!method) return undefined
  const count = given === undefined ? rounds.default : Math.min(rounds.most, Math.max(rounds.least, Number(given)))
  if (count > roundsAllowed) return undefined
  const { hash, order } = method
  const key = Buffer.from(password)
  const salt = Buffer.from(fullSalt.slice(0, saltChars))
  const digest = (...parts: readonly Uint8Array[]) => {
    const sum = createHash(hash)
    for (const part of parts) sum.update(part)
    return sum.digest()
  }

  const second = digest(key, salt, key)
  const first = [key, salt, repeated(second, key.length)]
  for (let bits = key.length; bits > 0; bits >>>= 1) first.push(bits & 1 ? second : key)
  let sum = digest(...first)
  const p = repeated(digest(...Array.from({ length: key.length }, () => key)), key.length)
  const s = repeated(digest(...Array.from({ length: 16 + (sum[0] ?? 0) }, () => salt)), salt.length)
  for (let round = 0; round < count; round += 1) {
    const parts: Uint8Array[] = [round & 1 ? p : sum]
    if (round % 3 !== 0) parts.push(s)
    if (round % 7 !== 0) parts.push(p)
    parts.push(round & 1 ? sum : p)
    sum = digest(...parts)
    if (round % roundsAtOnce === roundsAtOnce - 1) await new Promise<void>((resolve) => void setImmediate(resolve))
  }
  const mention = given === undefined ? '' : `rounds=${count}$`
  return `$${id}$${mention}${salt.toString()}$${encode(sum, order)}`
}
