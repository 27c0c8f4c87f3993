import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { openTransferOnData } from '../instance/administration.ts'
import type { Surroundings } from '../surroundings.ts'
import { passphraseFrom } from '../terminal/answers.ts'
import { labelled } from '../terminal/text-table.ts'
import { examples, invocationOf, leaf, withSettings } from './command.ts'

interface ExportOptions {
  readonly output?: string
  readonly withSessions?: true
  readonly withPasswords?: true
  readonly passphraseFile?: string
}

type Write = (line: string) => Promise<void>

const writerTo =
  (stream: Writable): Write =>
  async (line) => {
    if (!stream.write(line)) await once(stream, 'drain')
  }

/** The file gets its name when all of it is on the disk, and is there for its owner alone. */
async function writingFile<Result>(path: string, run: (write: Write) => Promise<Result>): Promise<Result> {
  const draft = `${path}.${process.pid}.part`
  const stream = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })
  const ended = finished(stream)
  try {
    const result = await Promise.race([run(writerTo(stream)), ended.then(() => Promise.reject(new Error('closed')))])
    stream.end()
    await ended
    await rename(draft, path)
    return result
  } catch (cause) {
    stream.destroy()
    await Promise.allSettled([ended, rm(draft, { force: true })])
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    const message = `${path} cannot be written: ${cause.message}`
    throw new CommandFailure(exitCodes.failed, 'not_written', message, { cause })
  }
}

export function addExportCommand(program: Command, surroundings: Surroundings): void {
  const { stdout } = surroundings
  withSettings(leaf(program, 'export <namespace>', 'Write a whole namespace into a file, for "sshore import"'), [
    'dataDir',
    'databaseUrl',
  ])
    .option('--output <file>', 'file to write (default: standard output)')
    .option('--with-sessions', 'with the list of sessions and their courses')
    .option('--with-passwords', 'with the hashes of passwords, so that members can sign in on the new server')
    .option('--passphrase-file <file>', 'seals private keys of authorities; - reads it from standard input')
    .addHelpText(
      'after',
      examples(
        'sshore export workshop --output workshop.sshore',
        'pass show move | sshore export workshop --with-passwords --passphrase-file - --output workshop.sshore',
      ),
    )
    .addHelpText(
      'after',
      '\nThe file holds settings, members, devices, containers, tags, public keys, API keys (hashed) and authorities. Devices keep\ntheir identity: agents that reach the new server under the old address go on without being touched. The audit log, webhooks and\nthe host keys that SSH clients know stay with the server.\n',
    )
    .action(async (name: string, given: ExportOptions, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const path = given.output
      if (path === undefined && (stdout.isTTY || output.json)) {
        const message = 'The file would go to the terminal, or into the result: name one with --output, or redirect.'
        throw new CommandFailure(exitCodes.usage, 'wrong_usage', message)
      }
      const passphrase = given.passphraseFile && (await passphraseFrom(surroundings, given.passphraseFile))
      await using transfer = await openTransferOnData(config, surroundings.version)
      const choices = {
        withSessions: given.withSessions === true,
        withPasswords: given.withPasswords === true,
        version: surroundings.version,
        ...(passphrase ? { passphrase } : {}),
      }
      const run = (write: Write) => transfer.exportNamespace(name, choices, write)
      const report = path === undefined ? await run(writerTo(stdout)) : await writingFile(path, run)
      if (report.withoutKey.length > 0) {
        const names = report.withoutKey.join(', ')
        output.note(`Left out: the private keys of ${names}. With --passphrase-file they go along, sealed.`)
      }
      if (path === undefined) return
      output.result({ file: path, ...report }, () =>
        labelled([
          ['Written', path],
          ['users', String(report.users)],
          ...Object.entries(report.rows).map(([table, rows]) => [table, String(rows)] as const),
        ]),
      )
    })
}
