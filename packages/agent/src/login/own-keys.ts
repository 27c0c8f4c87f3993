// The device's own list of keys: for owners who want the device itself to have the last word (sshd(8), AUTHORIZED_KEYS FILE
// FORMAT).
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync, type Stats } from 'node:fs'
import type { Account } from './accounts.ts'

/** Whether a list names the key; if not, why, in words for whoever is refused. */
export type ListVerdict = { readonly outcome: 'listed' } | { readonly outcome: 'refused'; readonly detail: string }

const path = '.ssh/authorized_keys'
/** No list that a person keeps is near. */
const bytesMost = 1_048_576
/** Others could write it, and so let themselves in. */
const writableByOthers = 0o022

const refused = (detail: string): ListVerdict => ({ outcome: 'refused', detail })

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const isOthers = ({ mode, uid }: Stats, account: Account): boolean =>
  (uid !== account.uid && uid !== 0) || (mode & writableByOthers) !== 0

/** The text of a list that only its owner or root can have written, or why it is not believed (sshd_config(5), StrictModes). */
function readList(account: Account): string | ListVerdict {
  const believed = `Others than ${account.username} can write`
  for (const folder of ['', '/.ssh']) {
    if (isOthers(statSync(`${account.home}${folder}`), account)) {
      return refused(`${believed} ~${folder}; on the device: chmod go-w ~${folder}`)
    }
  }
  // Not blocking: a pipe in its place must not hold up the device.
  const descriptor = openSync(`${account.home}/${path}`, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const status = fstatSync(descriptor)
    if (!status.isFile() || status.size > bytesMost) return refused(`~/${path} is not a file of reasonable size.`)
    if (isOthers(status, account)) return refused(`${believed} ~/${path}; on the device: chmod 600 ~/${path}`)
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

interface Line {
  /** Base64 of the key. */
  readonly key: string
  /** Something stands in front of the key. */
  readonly options: boolean
}

const keyType = /^(?:ssh|ecdsa|sk)-[\w@.-]+$/

function parseLine(text: string): Line | undefined {
  const line = text.trim()
  if (line === '' || line.startsWith('#')) return undefined
  const words = line.split(/\s+/)
  if (keyType.test(words[0] ?? '')) return { key: words[1] ?? '', options: false }
  // Options may hold blanks in quotes; the key is behind the first word that is a type outside of them.
  const bare = line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').split(/\s+/)
  const at = bare.findIndex((word) => keyType.test(word))
  return at === -1 ? undefined : { key: bare[at + 1] ?? '', options: true }
}

/**
 * Whether `~/.ssh/authorized_keys` of the account lists the key (base64 of its wire form). A line with options does not count:
 * the agent does not enforce them, and what they forbid must not be allowed by leaving them out.
 */
export function findInOwnList(account: Account, key: string): ListVerdict {
  let text: string | ListVerdict
  try {
    text = readList(account)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) return refused(`~/${path} cannot be read.`)
    return refused(`There is no ~/${path} of ${account.username} on the device.`)
  }
  if (typeof text !== 'string') return text
  const lines = text.split('\n').flatMap((line) => parseLine(line) ?? [])
  const own = lines.filter((line) => line.key === key)
  if (own.some((line) => !line.options)) return { outcome: 'listed' }
  if (own.length === 0) return refused(`The key is not in ~/${path} of ${account.username} on the device.`)
  return refused(`The key stands in ~/${path} with options, which this agent does not enforce; list it without.`)
}
