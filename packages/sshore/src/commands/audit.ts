import type { AuditEntry } from '@sshore/contract'
import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { openAdministration } from '../instance/administration.ts'
import { pages } from '../instance/every-page.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { partyText } from '../terminal/party-text.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, group, type Invocation, invocationOf, leaf, withSettings } from './command.ts'
import { countOf } from './option-values.ts'

const row = (entry: AuditEntry): string[] => [
  String(entry.id),
  shortTime(entry.time),
  entry.action,
  partyText(entry.target),
  partyText(entry.actor),
  entry.address,
]

interface Listing {
  readonly page: string
}

async function entriesOf(
  invocation: Invocation,
  command: Command,
  name: string | undefined,
  page: number,
): Promise<readonly AuditEntry[]> {
  const query = { page, per_page: 100 }
  if (name === undefined) {
    await using administration = await openAdministration(invocation.config, invocation.surroundings)
    return (await administration.client.listAuditOf({ query })).body
  }
  await using place = await openPlace(invocation, command, name)
  return (await place.client.listAudit({ query })).body
}

function addList(audit: Command, surroundings: Surroundings): void {
  const usage = 'list [namespace]'
  withReach(leaf(audit, usage, 'List who did what in a namespace, or, without one, to the server; newest first'))
    .option('--page <number>', 'older entries: a hundred to a page', '1')
    .addHelpText('after', examples('sshore audit list workshop', 'sshore audit list --page 2 --json'))
    .action(async (name: string | undefined, { page }: Listing, command: Command) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      const entries = await entriesOf(invocation, command, name, countOf('--page', page))
      output.result(entries, () => output.table(['NUMBER', 'TIME', 'WHAT', 'TO', 'BY', 'FROM'], entries.map(row)))
    })
}

function addExport(audit: Command, surroundings: Surroundings): void {
  withReach(leaf(audit, 'export <namespace>', 'Print all of a namespace, oldest first, one JSON object a line'))
    .addHelpText('after', examples('sshore audit export workshop > workshop.jsonl'))
    .action(async (name: string, _given: object, command: Command) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const list = (query: { page: number; per_page: number }) =>
        place.client.listAudit({ query: { ...query, order_by: 'asc' } })
      let first: number | undefined
      const entries: AuditEntry[] = []
      for await (const page of pages(list)) {
        first ??= page[0]?.id
        if (invocation.output.json) entries.push(...page)
        // A log may be longer than what fits into memory.
        else invocation.output.result(page, () => page.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
      }
      if (invocation.output.json) invocation.output.result(entries, () => '')
      const [oldest] = (await list({ page: 1, per_page: 1 })).body
      if (oldest?.id === first) return
      // What stood behind them moved up, past the pages that were to come.
      const message =
        'Entries whose time is over went while the log was read, so that others may be missing. Export again.'
      throw new CommandFailure(exitCodes.failed, 'log_trimmed', message)
    })
}

/** Logs of years are read to their end. */
const readingSeconds = 3600

function addVerify(audit: Command, surroundings: Surroundings): void {
  withSettings(leaf(audit, 'verify', 'Check that no entry was changed, added or taken out past the server'), [
    'dataDir',
  ])
    .addHelpText('after', examples('sshore audit verify'))
    .action(async (_given: object, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const patient = { version: surroundings.version, patienceSeconds: readingSeconds }
      await using administration = await openAdministration(config, patient)
      const { body: logs } = await administration.client.verifyAudit()
      const rows = logs.map(({ log, entries, problem }) => [log, String(entries), problem || 'intact'])
      output.result(logs, () => output.table(['LOG', 'ENTRIES', 'STATE'], rows))
      const broken = logs.filter(({ intact }) => !intact)
      if (broken.length === 0) return
      const names = broken.map(({ log }) => log).join(', ')
      throw new CommandFailure(exitCodes.failed, 'audit_broken', `The log is not as the server wrote it: ${names}.`)
    })
}

export function addAuditCommands(program: Command, surroundings: Surroundings): void {
  const audit = group(program, 'audit', 'See who did what, and check that the log is whole')
  for (const add of [addList, addExport, addVerify]) add(audit, surroundings)
}
