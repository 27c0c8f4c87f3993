// A mail server, over real SMTP.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailOptions } from './platform/mail/mailer.ts'

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly from: string
  /** Whether it came through TLS. */
  readonly secure: boolean
  /** As it came over the wire. */
  readonly raw: string
  readonly headers: ReadonlyMap<string, string>
  /** Decoded. */
  readonly text: string
  readonly html: string
}

export interface MailServer extends AsyncDisposable {
  readonly port: number
  readonly received: readonly ReceivedMail[]
  readonly connections: number
  /** How this server is told of it. */
  readonly options: MailOptions
}

/** Quoted-printable (RFC 2045 section 6.7) or base64, of UTF-8. */
function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function headersOf(head: string): Map<string, string> {
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    }),
  )
}

function split(message: string): { headers: Map<string, string>; body: string } {
  const at = message.indexOf('\r\n\r\n')
  return { headers: headersOf(message.slice(0, at)), body: message.slice(at + 4) }
}

/** The part of a type, of a message with several. */
function partOf(raw: string, type: string): string {
  const { headers, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  for (const part of boundary === undefined ? [] : body.split(`--${boundary}`)) {
    const inner = split(part.replace(/^\r\n/, ''))
    if (!inner.headers.get('content-type')?.startsWith(type)) continue
    return decoded(inner.body, inner.headers.get('content-transfer-encoding') ?? '').replaceAll('\r\n', '\n')
  }
  return ''
}

export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let connections = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onData(stream, session, done) {
      const take = async (): Promise<void> => {
        const raw = (await buffer(stream)).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom === false ? '' : mailFrom.address,
          secure: session.secure,
          raw,
          headers: split(raw).headers,
          text: partOf(raw, 'text/plain'),
          html: partOf(raw, 'text/html'),
        })
        done()
      }
      take().catch(done)
    },
    ...options,
  })
  // Clients that break off are part of the tests.
  smtp.on('error', () => undefined)
  const listening = smtp.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const { port: taken } = listening.address() as AddressInfo
  return {
    port: taken,
    received,
    get connections() {
      return connections
    },
    options: {
      smtp: { host: '127.0.0.1', port: taken, security: 'opportunistic' },
      from: 'Sshore <sshore@example.org>',
    },
    [Symbol.asyncDispose]: () => new Promise((done) => smtp.close(done)),
  }
}
