// The outbox of mail. Where no mail server is set up, whoever reads it hands the links in it on.
import type { Mail } from '@sshore/contract'
import type { Command } from 'commander'
import type { Config } from '../config/variables.ts'
import { consoleUrl } from '../instance/addresses.ts'
import { type Administration, openAdministration } from '../instance/administration.ts'
import { everyPage, firstOf } from '../instance/every-page.ts'
import { runningServerUrl } from '../instance/running-address.ts'
import { theOne } from '../reach/by-identifier.ts'
import type { Surroundings } from '../surroundings.ts'
import { labelled } from '../terminal/text-table.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, group, invocationOf, leaf, withSettings } from './command.ts'
import { countOf } from './option-values.ts'

const settings = ['dataDir', 'publicUrl', 'host', 'httpPort'] as const

function stateText({ status, attempts, problem, due_at: due, attempted_at: tried }: Mail): string {
  if (status === 'sent') return `sent ${shortTime(tried)}`
  if (status === 'failed') return `refused: ${problem}`
  if (status === 'expired') return 'not sent while it was good for something'
  return attempts === 0 ? 'waits to be sent' : `waits, next attempt ${shortTime(due)}: ${problem}`
}

/** Where links lead to when the server has no public address: to the console as it is reached from here. */
async function baseOf({ publicUrl, dataDir, host, httpPort }: Config): Promise<string> {
  return publicUrl ?? (await runningServerUrl(dataDir)) ?? consoleUrl(undefined, host, httpPort)
}

/** Paths alone are what the server knows without its public address. */
const withBase = (mail: Mail, base: string): Mail =>
  mail.link.startsWith('/')
    ? { ...mail, link: `${base}${mail.link}`, text: mail.text.replaceAll(mail.link, `${base}${mail.link}`) }
    : mail

async function getMail({ client }: Administration, given: string): Promise<Mail> {
  const all = await everyPage((query) => client.listMails({ query }))
  return theOne('mail', all, given, { idOf: ({ id }) => id })
}

const nothingIsSent =
  'No mail server is set up (SSHORE_SMTP_URL): nothing is sent. Hand the links on, each to its recipient alone.'

function addList(parent: Command, surroundings: Surroundings): void {
  withSettings(leaf(parent, 'list', 'List mail, newest first, with the links in what was not sent yet'), settings)
    .option('--waiting', 'only what was not sent yet')
    .option('--limit <number>', 'at most so many', '100')
    .addHelpText('after', examples('sshore mail list --waiting'))
    .action(async ({ waiting, limit }: { waiting?: true; limit: string }, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const most = countOf('--limit', limit)
      await using administration = await openAdministration(config, surroundings)
      const { client } = administration
      const status = waiting ? { status: 'waiting' as const } : {}
      const found = await firstOf((query) => client.listMails({ query: { ...query, ...status } }), most)
      const base = await baseOf(config)
      const mails = found.map((mail) => withBase(mail, base))
      const { headers } = await client.listMails({ query: { per_page: 1 } })
      if (headers['X-Mail-Server'] === 'none') output.note(nothingIsSent)
      output.result(mails, () =>
        output.table(
          ['TIME', 'ID', 'TO', 'ABOUT', 'STATE', 'LINK'],
          mails.map((mail) => [
            ...[shortTime(mail.created_at), mail.id.slice(0, 8), mail.recipient],
            ...[mail.kind, stateText(mail), mail.link],
          ]),
        ),
      )
    })
}

function addShow(parent: Command, surroundings: Surroundings): void {
  withSettings(leaf(parent, 'show <mail>', 'Show a mail, with its text while it was not sent yet'), settings)
    .addHelpText('after', examples('sshore mail show 4f1c09ab'))
    .action(async (given: string, _: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const mail = withBase(await getMail(administration, given), await baseOf(config))
      output.result(mail, () => {
        const head = labelled([
          ['Id', mail.id],
          ['To', mail.recipient],
          ['About', mail.kind],
          ['State', stateText(mail)],
          ['Good until', shortTime(mail.expires_at)],
        ])
        return mail.text === '' ? head : `${head}\n${mail.subject}\n\n${mail.text}`
      })
    })
}

function addSend(parent: Command, surroundings: Surroundings): void {
  withSettings(leaf(parent, 'send <mail>', 'Try a mail that waits or was refused at once'), ['dataDir'])
    .addHelpText('after', examples('sshore mail send 4f1c09ab'))
    .action(async (given: string, _: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const { id } = await getMail(administration, given)
      const { body: mail } = await administration.client.sendMailAgain({ params: { id } })
      output.result(mail, () => `It is tried at once; "sshore mail show ${id.slice(0, 8)}" tells how that went.\n`)
    })
}

function addTry(parent: Command, surroundings: Surroundings): void {
  withSettings(leaf(parent, 'try <address>', 'Send a mail that only shows that mail arrives'), ['dataDir'])
    .addHelpText('after', examples('sshore mail try ada@example.com'))
    .action(async (to: string, _: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      await administration.client.tryMail({ body: { to } })
      const { headers } = await administration.client.listMails({ query: { per_page: 1 } })
      if (headers['X-Mail-Server'] === 'none') output.note(nothingIsSent)
      output.result({ to }, () => `A mail to ${to} is in the outbox; "sshore mail list" tells how it went.\n`)
    })
}

export function addMailCommands(program: Command, surroundings: Surroundings): void {
  const mail = group(program, 'mail', 'List, show and send again the mail of the server; try whether it arrives')
  for (const add of [addList, addShow, addSend, addTry]) add(mail, surroundings)
}
