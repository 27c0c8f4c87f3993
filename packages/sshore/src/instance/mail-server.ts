import type { ServerOptions } from '@sshore/server'
import type { Config } from '../config/variables.ts'

export type MailConfig = Partial<Pick<Config, 'smtpUrl' | 'mailFrom'>>

/** The mail server to send by, as the server is told; nothing: mail waits in its outbox. */
export const mailOf = ({ smtpUrl: smtp, mailFrom: from }: MailConfig): Pick<ServerOptions, 'mail'> =>
  smtp && from !== undefined ? { mail: { smtp, from } } : {}
