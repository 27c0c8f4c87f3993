// One attempt to hand a mail to the operator's mail server (SMTP, RFC 5321). The library is loaded where mail is set up.
import { type Clock, seconds } from '../clock.ts'
import { limits } from '@sshore/contract'
import type { ComposedMail } from './compose.ts'

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** tls: from the first byte; starttls: asked for and insisted on; opportunistic: where the server offers it. */
  readonly security: 'tls' | 'starttls' | 'opportunistic' | 'none'
  readonly user?: string
  readonly password?: string
}

export interface MailOptions {
  readonly smtp: SmtpServer
  /** An address, or a name and an address: `Sshore <sshore@example.com>`. */
  readonly from: string
}

export interface OutgoingMail extends ComposedMail {
  readonly id: string
  readonly to: string
}

export interface MailOutcome {
  /** Empty: the server took it. */
  readonly problem: string
  /** The server refused this recipient or this mail for good: trying again would not help. */
  readonly refused: boolean
}

export interface Mailer {
  /** False while the mail server is left alone for a moment, after it could not be reached or let nobody in. */
  ready(): boolean
  /** Never rejects: what goes wrong is the outcome. */
  send(mail: OutgoingMail, stopping: AbortSignal): Promise<MailOutcome>
}

const { timeoutSeconds, restSeconds } = limits.mail

const domainOf = (from: string): string => /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

type Field = 'code' | 'command' | 'permanent'

function fieldOf(error: unknown, name: Field): unknown {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return value
}

/** Only what is said of the recipient or the mail itself is final; the rest is a matter between the two servers. */
function isRefusal(error: unknown): boolean {
  if (fieldOf(error, 'permanent') !== true) return false
  const [code, command] = [fieldOf(error, 'code'), String(fieldOf(error, 'command'))]
  return (code === 'EENVELOPE' && command.startsWith('RCPT')) || (code === 'EMESSAGE' && command.startsWith('DATA'))
}

const connectionCodes = new Set<unknown>([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EPROTOCOL',
  'EAUTH',
  'ENOAUTH',
])

// oxlint-disable-next-line no-control-regex -- what would act in a terminal, or that PostgreSQL does not store
const unprintable = /[\u0000-\u001f\u007f-\u009f]+/g

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message.replaceAll(unprintable, ' ').slice(0, 500) : 'The mail was not taken.'

export async function createMailer({ smtp, from }: MailOptions, clock: Clock): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  const { host, port, security, user, password } = smtp
  const wait = seconds(timeoutSeconds)
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: wait,
    greetingTimeout: wait,
    socketTimeout: wait,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = domainOf(from)
  let restUntil = 0
  return {
    ready: () => clock.now() >= restUntil,
    async send({ id, to, subject, text, html, language }, stopping) {
      const late = AbortSignal.timeout(2 * wait)
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          // The same at every attempt, so that what arrives twice can be told.
          messageId: `<${id}@${domain}>`,
          // RFC 3834: no out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
          signal: AbortSignal.any([stopping, late]),
        })
        restUntil = 0
        return { problem: '', refused: false }
      } catch (error) {
        if (late.aborted) return { problem: 'The mail server did not finish in time.', refused: false }
        if (connectionCodes.has(fieldOf(error, 'code'))) restUntil = clock.now() + seconds(restSeconds)
        return { problem: wordsOf(error), refused: isRefusal(error) }
      }
    },
  }
}
