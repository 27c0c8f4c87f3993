// What a variable may hold: how its text is read, shown, and described to the person who got it wrong.
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'

export const invalid: unique symbol = Symbol('invalid')

export interface Kind<Value> {
  /** One or two words for tables. */
  readonly name: string
  /** Completes "expected …". */
  readonly expects: string
  read(text: string): Value | typeof invalid
  /** The text that `read` would take for this value, without its secrets. */
  show(value: Value): string
  /** A wrong text is not repeated to anybody: it may hold a password. */
  readonly secret?: true
}

export const folder: Kind<string> = {
  name: 'folder',
  expects: 'a path without a NUL character',
  read: (text) => (text.includes('\0') ? invalid : resolve(text)),
  show: (value) => value,
}

export const file: Kind<string> = { ...folder, name: 'file' }

/** A key that both sides know; never shown. */
export const sharedKey: Kind<string> = {
  name: 'key',
  expects: 'at least 16 characters without spaces',
  secret: true,
  read: (text) => (/^\S{16,1024}$/.test(text) ? text : invalid),
  show: () => '(hidden)',
}

export function wholeNumber(minimum: number, maximum: number, unit: string): Kind<number> {
  return {
    name: 'whole number',
    expects: `a whole number of ${unit} from ${minimum} to ${maximum}`,
    read(text) {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
      return value >= minimum && value <= maximum ? value : invalid
    },
    show: String,
  }
}

export const port: Kind<number> = {
  ...wholeNumber(0, 65_535, 'ports'),
  name: 'port',
  expects: 'a TCP port from 1 to 65535, or 0 for any free one',
}

export const address: Kind<string> = {
  name: 'address',
  expects: 'an IP address to listen on, such as 127.0.0.1, 0.0.0.0 (every IPv4 address) or :: (every address)',
  read: (text) => (text === 'localhost' ? '127.0.0.1' : isIP(text) === 0 ? invalid : text),
  show: (value) => value,
}

export function oneOf<const Words extends readonly string[]>(words: Words): Kind<Words[number]> {
  return {
    name: words.length > 4 ? 'word' : words.join(' | '),
    expects: `one of ${words.join(', ')}`,
    read: (text) => words.find((word) => word === text) ?? invalid,
    show: (value) => value,
  }
}

/** An http or https address; kept without a trailing slash, and refused with credentials in it. */
export const webAddress: Kind<string> = {
  name: 'URL',
  expects: 'a URL such as https://sshore.example.com, without user name, query or fragment',
  read(text) {
    const url = URL.parse(text)
    const plain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === ''
    return plain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : invalid
  },
  show: (value) => value,
}

export interface BucketAddress {
  readonly bucket: string
  /** Empty, or with a slash at its end. */
  readonly prefix: string
}

/** `s3://bucket/folder`; names as S3 has them. */
export const bucketAddress: Kind<BucketAddress> = {
  name: 'S3 address',
  expects: 'an address such as s3://bucket or s3://bucket/folder',
  read(text) {
    const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/.exec(text) ?? []
    return bucket === undefined ? invalid : { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` }
  },
  show: ({ bucket, prefix }) => `s3://${bucket}/${prefix}`.replace(/\/$/, ''),
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const domainPattern = new RegExp(`^${label}(?:\\.${label})*$`)

export const domainName: Kind<string> = {
  name: 'domain',
  expects: 'a domain such as tunnels.example.net, without scheme, port and asterisk',
  read(text) {
    const name = text.toLowerCase()
    return name.length <= 200 && domainPattern.test(name) ? name : invalid
  },
  show: (value) => value,
}

export const regionName: Kind<string> = {
  name: 'region',
  expects: 'a region such as eu-central-1',
  read: (text) => (/^[a-z0-9-]{1,64}$/.test(text) ? text : invalid),
  show: (value) => value,
}

/** The address of a PostgreSQL database, as libpq takes it; shown without its password. */
export const postgresAddress: Kind<string> = {
  name: 'PostgreSQL URL',
  expects: 'a URL such as postgresql://sshore:password@db.example.com:5432/sshore',
  secret: true,
  read: (text) => (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '') ? text : invalid),
  show(value) {
    const url = URL.parse(value)
    if (!url) return ''
    if (url.password !== '') url.password = '***'
    if (url.searchParams.has('password')) url.searchParams.set('password', '***')
    return url.href
  },
}

function isNetwork(text: string): boolean {
  const [base = '', prefix, ...rest] = text.split('/')
  const family = isIP(base)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix)) return false
  try {
    new BlockList().addSubnet(base, Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}

export const paths: Kind<readonly string[]> = {
  name: 'paths',
  expects: 'absolute paths such as /var/run/docker.sock, separated by commas',
  read(text) {
    const given = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    return given.every((entry) => /^\/[A-Za-z0-9._/-]+$/.test(entry)) ? given : invalid
  },
  show: (value) => value.join(','),
}

export const networks: Kind<readonly string[]> = {
  name: 'networks',
  expects: 'IP addresses or networks such as 10.0.0.0/8, separated by commas',
  read(text) {
    const entries = text.split(',').map((entry) => entry.trim())
    const given = entries.filter((entry) => entry !== '')
    return given.every(isNetwork) ? given : invalid
  },
  show: (value) => value.join(','),
}

/** Empty text stands for "not given". */
export function optional<Value>(kind: Kind<Value>): Kind<Value | undefined> {
  return {
    ...kind,
    read: (text) => (text === '' ? undefined : kind.read(text)),
    show: (value) => (value === undefined ? '' : kind.show(value)),
  }
}
