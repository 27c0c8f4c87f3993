import { InvalidArgumentError, type Command } from 'commander'
import type { CertificateAuthority, Fingerprint } from '@sshore/contract'
import { openAdministration } from '../instance/administration.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { labelled, textTable } from '../terminal/text-table.ts'
import { examples, group, invocationOf, leaf, withSettings } from './command.ts'
import { keyLine } from './key.ts'
import { collect } from './option-values.ts'

export function wholeHours(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It takes a whole number of hours.')
}

const purposeOf = ({ own, signing }: CertificateAuthority): string => {
  if (signing) return 'signs'
  return own ? 'own, signs no more' : 'trusted'
}

/** What sshd wants to have of it, to trust it as well. */
const lineOf = ({ data }: CertificateAuthority): string => Buffer.from(data, 'base64').toString().trim()

const described = (authority: CertificateAuthority): string =>
  labelled([
    ['Name', authority.name],
    ['Fingerprint', authority.fingerprint],
    ['As ssh shows', authority.sha256],
    ['Use', purposeOf(authority)],
    ['Longest life', `${authority.hours_most} h`],
    ['For members', authority.member_principals.join(', ') || 'no login names'],
    ['Key', lineOf(authority)],
  ])

interface Rules {
  readonly hoursMost?: number
  readonly memberPrincipal?: readonly string[]
}

const rulesOf = ({ hoursMost, memberPrincipal }: Rules) => ({
  ...(hoursMost === undefined ? {} : { hours_most: hoursMost }),
  ...(memberPrincipal === undefined ? {} : { member_principals: memberPrincipal.filter((name) => name !== '') }),
})

const withRuleOptions = (command: Command): Command =>
  command
    .option('--hours-most <number>', 'longest life of a certificate', wholeHours)
    .option(
      '--member-principal <login>',
      'login name that observers and operators may have certified for themselves; may be repeated; "" for none',
      collect,
    )

function addCreate(authority: Command, surroundings: Surroundings): void {
  const command = leaf(
    authority,
    'create <namespace>',
    'Make an authority that signs from now on, or trust another one',
  )
  withRuleOptions(withSettings(command, ['dataDir']))
    .option('--name <name>', 'name to show', 'authority')
    .option('--public-key <file>', 'trust this key instead of making one: a .pub file, or - for standard input')
    .addHelpText(
      'after',
      examples(
        'sshore certificate authority create workshop --hours-most 24',
        'sshore certificate authority create workshop --name office --public-key office-ca.pub',
      ),
    )
    .action(
      async (
        namespace: string,
        given: Rules & { name: string; publicKey?: string },
        action: Command,
      ): Promise<void> => {
        const { config, output } = invocationOf(surroundings, action)
        const key = given.publicKey === undefined ? {} : { public_key: await keyLine(surroundings, given.publicKey) }
        await using administration = await openAdministration(config, surroundings)
        const { body: created } = await administration.client.createAuthorityFor({
          params: { name: namespace },
          body: { name: given.name, ...key, ...rulesOf(given) },
        })
        output.note(created.own ? 'Authority created; it signs from now on.' : 'Authority trusted.')
        output.result(created, () => described(created))
      },
    )
}

function addList(authority: Command, surroundings: Surroundings): void {
  withSettings(leaf(authority, 'list <namespace>', 'List the authorities that a namespace trusts'), ['dataDir']).action(
    async (name: string, _: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const { body: all } = await administration.client.listAuthoritiesOf({ params: { name } })
      output.result(all, () =>
        textTable(
          ['FINGERPRINT', 'NAME', 'USE', 'LONGEST', 'FOR MEMBERS', 'CREATED'],
          all.map((item) => [
            ...[item.fingerprint, item.name, purposeOf(item), `${item.hours_most} h`],
            ...[item.member_principals.join(', '), item.created_at],
          ]),
        ),
      )
    },
  )
}

/** The server answers anything else than a fingerprint as wrong input. */
const asFingerprint = (text: string): Fingerprint => text as Fingerprint

function addSet(authority: Command, surroundings: Surroundings): void {
  const command = leaf(authority, 'set <namespace> <fingerprint>', 'Change what may be signed with an authority')
  withRuleOptions(withSettings(command, ['dataDir']))
    .option('--name <name>', 'name to show')
    .action(async (namespace: string, text: string, given: Rules & { name?: string }, action: Command) => {
      const { config, output } = invocationOf(surroundings, action)
      await using administration = await openAdministration(config, surroundings)
      const { body: changed } = await administration.client.updateAuthorityOf({
        params: { name: namespace, fingerprint: asFingerprint(text) },
        body: { ...(given.name === undefined ? {} : { name: given.name }), ...rulesOf(given) },
      })
      output.result(changed, () => described(changed))
    })
}

function addRemove(authority: Command, surroundings: Surroundings): void {
  withSettings(
    leaf(
      authority,
      'remove <namespace> <fingerprint>',
      'Trust an authority no more; none of its certificates opens anything',
    ),
    ['dataDir'],
  )
    .option('--yes', 'do not ask')
    .action(async (name: string, text: string, given: { yes?: true }, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      await confirm(
        surroundings,
        `Remove the authority ${text} from ${name}, with all that it certified?`,
        given.yes === true,
      )
      const fingerprint = asFingerprint(text)
      await administration.client.deleteAuthorityOf({ params: { name, fingerprint } })
      output.result({ fingerprint }, () => `Authority ${fingerprint} removed from ${name}.\n`)
    })
}

export function addAuthorityCommands(certificate: Command, surroundings: Surroundings): void {
  const authority = group(certificate, 'authority', 'Make, trust, list and remove certificate authorities')
  for (const add of [addCreate, addList, addSet, addRemove]) add(authority, surroundings)
}
