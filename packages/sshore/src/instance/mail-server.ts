import type { ServerOptions } from '@sshore/server'
import type { Config } from '../config/variables.ts'

export type MailConfig = Partial<Pick<Config, 'smtpUrl' | 'mailFrom' | 'registration'>>

/** The mail server to send by, as the server is told (nothing: mail waits in its outbox), and who may register. */
export const mailOf = ({ smtpUrl: smtp, mailFrom: from, registration }: MailConfig) =>
  ({
    ...(smtp && from !== undefined ? { mail: { smtp, from } } : {}),
    ...(registration === undefined ? {} : { registration }),
  }) satisfies Partial<ServerOptions>
