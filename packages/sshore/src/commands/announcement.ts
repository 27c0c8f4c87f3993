// What the server tells everybody who uses it.
import { readFile } from 'node:fs/promises'
import type { AnnouncementId, Contract, ReplyOf } from '@sshore/contract'
import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { type Administration, openAdministration } from '../instance/administration.ts'
import { everyPage } from '../instance/every-page.ts'
import { theOne } from '../reach/by-identifier.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, group, invocationOf, leaf, withSettings } from './command.ts'

const settings = ['dataDir', 'edition'] as const

type Announcement = ReplyOf<Contract['adminGetAnnouncement']>

interface TextOptions {
  readonly text?: string
  readonly file?: string
  readonly title?: string
}

async function textFrom({ text, file }: TextOptions): Promise<string | undefined> {
  if (file === undefined) return text
  if (text !== undefined) {
    throw new CommandFailure(exitCodes.usage, 'invalid_input', 'Give --text or --file, not both.')
  }
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandFailure(exitCodes.notFound, 'no_file', `${file} cannot be read.`, { cause: error })
  })
}

/** By its identifier, or the beginning of it (at least 4 digits). */
async function getNamed({ client }: Administration, given: string): Promise<Announcement> {
  const all = await everyPage((query) => client.adminListAnnouncements({ query }))
  return theOne('announcement', all, given, { idOf: ({ uuid }) => uuid })
}

const shown = ({ uuid, title, date, content }: Announcement): string =>
  `${title}\n${shortTime(date)}  ${uuid as string}\n\n${content.trimEnd()}\n`

function addList(parent: Command, surroundings: Surroundings): void {
  withSettings(leaf(parent, 'list', 'List announcements, newest first'), settings).action(
    async (_: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const all = await everyPage((query) => administration.client.adminListAnnouncements({ query }))
      const rows = all.map(({ uuid, date, source, title }) => [uuid.slice(0, 8), shortTime(date), source, title])
      output.result(all, () => output.table(['ID', 'DATE', 'FROM', 'TITLE'], rows))
    },
  )
}

function addShow(parent: Command, surroundings: Surroundings): void {
  withSettings(leaf(parent, 'show <id>', 'Show one announcement with its text'), settings).action(
    async (given: string, _: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const one = await getNamed(administration, given)
      output.result(one, () => shown(one))
    },
  )
}

function addCreate(parent: Command, surroundings: Surroundings): void {
  withSettings(leaf(parent, 'create <title>', 'Announce something to everybody, in Markdown'), settings)
    .option('--text <markdown>', 'what there is to say')
    .option('--file <path>', 'a file that says it')
    .addHelpText('after', examples('sshore announcement create "Maintenance on Sunday" --file maintenance.md'))
    .action(async (title: string, given: TextOptions, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const content = await textFrom(given)
      if (content === undefined) {
        throw new CommandFailure(exitCodes.usage, 'wrong_usage', 'Say it with --text or --file.')
      }
      await using administration = await openAdministration(config, surroundings)
      const { body } = await administration.client.adminCreateAnnouncement({ body: { title, content } })
      output.result(body, () => shown(body))
    })
}

function addEdit(parent: Command, surroundings: Surroundings): void {
  withSettings(leaf(parent, 'edit <id>', 'Change an announcement that was written here'), settings)
    .option('--title <title>', 'its new title')
    .option('--text <markdown>', 'its new text')
    .option('--file <path>', 'a file with its new text')
    .addHelpText('after', examples('sshore announcement edit 5d0f6a3c --title "Maintenance on Monday"'))
    .action(async (given: string, edit: TextOptions, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const text = await textFrom(edit)
      await using administration = await openAdministration(config, surroundings)
      const { uuid, title, content } = await getNamed(administration, given)
      const body = { title: edit.title ?? title, content: text ?? content }
      const changed = await administration.client.adminUpdateAnnouncement({ params: { uuid }, body })
      output.result(changed.body, () => shown(changed.body))
    })
}

function addRemove(parent: Command, surroundings: Surroundings): void {
  withSettings(leaf(parent, 'remove <id>', 'Take back an announcement that was written here'), settings)
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore announcement remove 5d0f6a3c --yes'))
    .action(async (given: string, { yes }: { yes?: true }, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const { uuid, title } = await getNamed(administration, given)
      await confirm(surroundings, `Take back "${title}"?`, yes === true)
      await administration.client.adminDeleteAnnouncement({ params: { uuid } })
      const result: { readonly uuid: AnnouncementId } = { uuid }
      output.result(result, () => `"${title}" was taken back.\n`)
    })
}

export function addAnnouncementCommands(program: Command, surroundings: Surroundings): void {
  const parent = group(program, 'announcement', 'Announce something to everybody who uses the server')
  for (const add of [addList, addShow, addCreate, addEdit, addRemove]) add(parent, surroundings)
}
