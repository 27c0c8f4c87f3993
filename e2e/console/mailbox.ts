// A real mail server, and what a person finds in their mailbox there.
import { startMailServer } from '@sshore/server/mail-server'
import { until } from '@sshore/testkit'

export interface Mailbox extends AsyncDisposable {
  /** How a server is told of the mail server. */
  readonly config: { readonly smtpUrl: { host: string; port: number; security: 'none' }; readonly mailFrom: string }
  /** The text of the newest mail to an address that has these words in it. */
  text(to: string, words: string): Promise<string>
  /** The address that it leads to; another one than `before`. */
  link(to: string, words: string, before?: string): Promise<string>
}

export async function openMailbox(): Promise<Mailbox> {
  const server = await startMailServer()
  const newest = (to: string, words: string): string | undefined =>
    server.received.findLast((mail) => mail.to.includes(to) && mail.text.includes(words))?.text
  return {
    config: {
      smtpUrl: { host: '127.0.0.1', port: server.port, security: 'none' },
      mailFrom: 'Sshore <sshore@example.org>',
    },
    text: (to, words) => until(`"${words}" comes to ${to}`, () => Promise.resolve(newest(to, words))),
    link: (to, words, before) =>
      until(`a link with "${words}" comes to ${to}`, () => {
        const found = /https?:\/\/\S+/.exec(newest(to, words) ?? '')?.[0]
        return Promise.resolve(found === before ? undefined : found)
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
