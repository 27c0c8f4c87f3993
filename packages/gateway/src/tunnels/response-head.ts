// The head of a response (RFC 9112, sections 4, 5 and 6.3), read strictly: what could be understood in two ways is refused.

export interface ResponseHead {
  readonly status: number
  readonly reason: string
  /** Names and values in turn. */
  readonly fields: readonly string[]
  readonly body: BodyFraming
  /** What `Content-Length` says, also of a body that is not sent. */
  readonly declaredBytes: number | undefined
  /** Whether the service takes another request on this connection afterwards. */
  readonly persistent: boolean
}

export type BodyFraming =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until-close' }

/** The service said something that is no response of HTTP/1.1. */
export class BadResponse extends Error {
  override readonly name = 'BadResponse'
}

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: ([\t\x20-\x7e\x80-\xff]*))?$/
const fieldLine =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*((?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?)[ \t]*$/
const fieldsMost = 256

interface Read {
  readonly fields: string[]
  readonly lengths: string[]
  readonly codings: string[]
  readonly connection: string
}

function readFields(lines: readonly string[]): Read {
  const fields: string[] = []
  const lengths: string[] = []
  const codings: string[] = []
  let connection = ''
  if (lines.length > fieldsMost) throw new BadResponse('too many header fields')
  for (const line of lines) {
    const found = fieldLine.exec(line)
    if (!found) throw new BadResponse('a header field that is none')
    const [, name = '', value = ''] = found
    fields.push(name, value)
    switch (name.length) {
      case 14:
        if (name.toLowerCase() === 'content-length') lengths.push(value)
        break
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') codings.push(value)
        break
      case 10:
        if (name.toLowerCase() === 'connection') connection += `,${value.toLowerCase()}`
        break
      default:
    }
  }
  return { fields, lengths, codings, connection }
}

function framingOf(status: number, method: string, { lengths, codings }: Read): BodyFraming {
  if (lengths.length > 0 && codings.length > 0) throw new BadResponse('both a length and a transfer coding')
  const [length, ...more] = lengths
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw new BadResponse('a length that is none')
  if (more.some((other) => other !== length)) throw new BadResponse('two lengths')
  if (codings.length > 1 || (codings[0] !== undefined && !/^chunked$/i.test(codings[0]))) {
    throw new BadResponse('a transfer coding other than chunked')
  }
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return { kind: 'none' }
  if (codings.length > 0) return { kind: 'chunked' }
  return length === undefined ? { kind: 'until-close' } : { kind: 'length', bytes: Number(length) }
}

/** `text` is the head without its last, empty line. Throws `BadResponse`. */
export function readResponseHead(text: string, method: string): ResponseHead {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const [first = '', ...rest] = lines
  const found = statusLine.exec(first)
  if (!found) throw new BadResponse('a first line that is none of HTTP/1.1')
  const [, minor, code, reason = ''] = found
  const status = Number(code)
  const read = readFields(rest)
  const body = framingOf(status, method, read)
  const options = new Set(read.connection.split(',').map((option) => option.trim()))
  const stays = minor === '1' ? !options.has('close') : options.has('keep-alive')
  // Who signed in by one of these did so for the connection, not for the request (RFC 4559, section 6).
  const signsIn = read.fields.some((field, at) => at % 2 === 1 && /^(ntlm|negotiate)\b/i.test(field))
  const persistent = stays && !signsIn && body.kind !== 'until-close'
  const declaredBytes = read.lengths[0] === undefined ? undefined : Number(read.lengths[0])
  return { status, reason, fields: read.fields, body, declaredBytes, persistent }
}
