import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { Fingerprint, PublicKey } from '@sshore/contract'
import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { everyPage } from '../instance/every-page.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { labelled } from '../terminal/text-table.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, group, invocationOf, leaf } from './command.ts'

const devicesOf = ({ filter }: PublicKey): string =>
  'hostname' in filter ? filter.hostname : `tags: ${filter.tags.join(', ')}`

/** The fingerprint that ssh, ssh-add and ssh-keygen print: of the second word of the line (sshd(8), AUTHORIZED_KEYS FILE FORMAT). */
function sha256Of({ data }: PublicKey): string {
  const [, blob = ''] = Buffer.from(data, 'base64').toString().split(/\s+/)
  const digest = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64')
  return `SHA256:${digest.replace(/=+$/, '')}`
}

const described = (key: PublicKey): string =>
  labelled([
    ['Name', key.name],
    ['Fingerprint', key.fingerprint],
    ['As ssh shows', sha256Of(key)],
    ['Login names', key.username],
    ['Devices', devicesOf(key)],
  ])

export async function keyLine({ stdin }: Surroundings, path: string): Promise<string> {
  try {
    const line = path === '-' ? await readAll(stdin) : await readFile(path, 'utf8')
    if (line.trim() !== '') return line.trim()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure(exitCodes.notFound, 'no_key', `The key cannot be read: ${reason}`, { cause })
  }
  const where = path === '-' ? 'Standard input' : path
  throw new CommandFailure(exitCodes.usage, 'no_key', `${where} holds no public key.`)
}

/** What follows algorithm and key in the line, mostly who made it and where (sshd(8), AUTHORIZED_KEYS FILE FORMAT). */
const commentOf = (line: string): string => line.split(/\s+/).slice(2).join(' ').slice(0, 128)

interface AddOptions {
  readonly name?: string
  readonly user: string
  readonly host: string
}

function addAdd(key: Command, surroundings: Surroundings): void {
  withReach(leaf(key, 'add <namespace> <file>', 'Register a public key: a .pub file, or - for standard input'))
    .option('--name <name>', 'name to show (default: the comment in the key)')
    .option('--user <regex>', 'login names that it opens, the whole name', '.*')
    .option('--host <regex>', 'devices that it opens, the whole name', '.*')
    .addHelpText(
      'after',
      examples(
        'sshore key add workshop ~/.ssh/id_ed25519.pub',
        "ssh-add -L | head -n 1 | sshore key add workshop - --name laptop --user 'root|pi' --host 'lab-.*'",
      ),
    )
    .action(async (name: string, path: string, given: AddOptions, command: Command) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      const line = await keyLine(surroundings, path)
      await using place = await openPlace(invocation, command, name)
      const body = {
        data: Buffer.from(line).toString('base64'),
        name: given.name ?? (commentOf(line) || 'key'),
        username: given.user,
        filter: { hostname: given.host },
      }
      const { body: created } = await place.client.createPublicKey({ body })
      output.note('Public key registered.')
      output.result(created, () => described(created))
    })
}

function addList(key: Command, surroundings: Surroundings): void {
  withReach(leaf(key, 'list <namespace>', 'List the public keys of a namespace')).action(
    async (name: string, _: unknown, command: Command) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      const keys = await everyPage((query) => place.client.listPublicKeys({ query }))
      output.result(keys, () =>
        output.table(
          ['FINGERPRINT', 'NAME', 'LOGIN NAMES', 'DEVICES', 'CREATED', 'AS SSH SHOWS'],
          keys.map((item) => [
            ...[item.fingerprint, item.name, item.username, devicesOf(item)],
            ...[shortTime(item.created_at), sha256Of(item)],
          ]),
        ),
      )
    },
  )
}

/** The server answers anything else than a fingerprint as wrong input. */
const asFingerprint = (text: string): Fingerprint => text as Fingerprint

function addRemove(key: Command, surroundings: Surroundings): void {
  withReach(leaf(key, 'remove <namespace> <fingerprint>', 'Remove a public key; it opens nothing any more'))
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore key remove workshop 16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48 --yes'))
    .action(async (name: string, text: string, given: { yes?: true }, command: Command) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      await confirm(surroundings, `Remove the key ${text} from ${name}?`, given.yes === true)
      const fingerprint = asFingerprint(text)
      await place.client.deletePublicKey({ params: { fingerprint } })
      output.result({ fingerprint }, () => `Key ${fingerprint} removed from ${name}.\n`)
    })
}

export function addKeyCommands(program: Command, surroundings: Surroundings): void {
  const key = group(program, 'key', 'Register, list and remove public keys of a namespace')
  for (const add of [addAdd, addList, addRemove]) add(key, surroundings)
}
