import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { CertificateAuthority, Fingerprint, IssuedCertificate, NewCertificate } from '@sshore/contract'
import type { Client } from '@sshore/client'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { openAdministration } from '../instance/administration.ts'
import { everyPage } from '../instance/every-page.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { labelled, textTable } from '../terminal/text-table.ts'
import { shortTime } from '../terminal/times.ts'
import { addAuthorityCommands, wholeHours } from './certificate-authority.ts'
import { examples, group, invocationOf, leaf, withSettings } from './command.ts'
import { keyLine } from './key.ts'
import { collect } from './option-values.ts'

/** Where ssh looks for the certificate of a key (ssh(1), "CertificateFile"). */
const certificatePath = (path: string): string => `${path.replace(/\.pub$/, '')}-cert.pub`

const described = (certificate: NewCertificate, path: string | undefined): string =>
  labelled([
    ['Serial', certificate.serial],
    ['Key id', certificate.key_id],
    ['Key', certificate.fingerprint.sha256],
    ['Login names', certificate.principals.join(', ')],
    ['From', certificate.source_addresses.join(', ') || 'anywhere'],
    ['Until', shortTime(certificate.valid_before)],
    ['File', path ?? '-'],
  ])

interface IssueOptions {
  readonly user: string
  readonly principal: readonly string[]
  readonly hours?: number
  readonly sourceAddress?: readonly string[]
  readonly keyId?: string
  readonly forceCommand?: string
  readonly verifyRequired?: true
  readonly terminal: boolean
  readonly portForwarding: boolean
  readonly agentForwarding: boolean
  readonly output?: string
}

const requestOf = (line: string, given: IssueOptions) => ({
  public_key: line,
  user: given.user,
  principals: [...given.principal],
  terminal: given.terminal,
  port_forwarding: given.portForwarding,
  agent_forwarding: given.agentForwarding,
  ...(given.hours === undefined ? {} : { hours: given.hours }),
  ...(given.sourceAddress === undefined ? {} : { source_addresses: [...given.sourceAddress] }),
  ...(given.keyId === undefined ? {} : { key_id: given.keyId }),
  ...(given.forceCommand === undefined ? {} : { force_command: given.forceCommand }),
  ...(given.verifyRequired === true ? { verify_required: true } : {}),
})

function addIssue(certificate: Command, surroundings: Surroundings): void {
  withSettings(
    leaf(
      certificate,
      'issue <namespace> <file>',
      "Certify a member's public key: a .pub file, or - for standard input",
    ),
    ['dataDir'],
  )
    .requiredOption('--user <user>', 'the member it is for, by user name or e-mail address')
    .requiredOption('--principal <login>', 'login name on the devices; may be repeated', collect)
    .option('--hours <number>', 'how long it is good for (default: 8)', wholeHours)
    .option('--source-address <network>', 'address or network it may be used from; may be repeated', collect)
    .option('--key-id <text>', 'what logs and revocations name it by (default: the user name)')
    .option('--force-command <command>', 'runs in place of whatever is asked for')
    .option('--verify-required', 'a security key has to ask for its PIN or a fingerprint')
    .option('--no-terminal', 'without a terminal')
    .option('--no-port-forwarding', 'without forwarding')
    .option('--no-agent-forwarding', 'without ssh-agent')
    .option('--output <file>', 'where to write it (default: beside the key, as <key>-cert.pub)')
    .addHelpText(
      'after',
      examples(
        'sshore certificate issue workshop ~/.ssh/id_ed25519.pub --user ada --principal root --principal pi',
        'sshore certificate issue workshop backup.pub --user ada --principal root --hours 24 --source-address 192.0.2.0/24',
        'ssh -i ~/.ssh/id_ed25519 root@workshop.kitchen-pi@ssh.example.org',
      ),
    )
    .action(async (name: string, path: string, given: IssueOptions, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const line = await keyLine(surroundings, path)
      await using administration = await openAdministration(config, surroundings)
      const { client } = administration
      const { body: issued } = await client.issueCertificateFor({ params: { name }, body: requestOf(line, given) })
      const file = given.output ?? (path === '-' ? undefined : certificatePath(path))
      if (file !== undefined) await writeFile(file, `${issued.certificate}\n`)
      output.note('Certificate issued.')
      output.result(issued, () => (file === undefined ? `${issued.certificate}\n` : described(issued, file)))
    })
}

const stateOf = ({ revoked, valid_before }: IssuedCertificate, now: Date): string => {
  if (revoked) return 'revoked'
  return new Date(valid_before) <= now ? 'expired' : 'good'
}

function addList(certificate: Command, surroundings: Surroundings): void {
  withSettings(leaf(certificate, 'list <namespace>', 'List the certificates that were issued, newest first'), [
    'dataDir',
  ]).action(async (name: string, _: unknown, command: Command) => {
    const { config, output } = invocationOf(surroundings, command)
    await using administration = await openAdministration(config, surroundings)
    const { client } = administration
    const all = await everyPage((query) => client.listCertificatesOf({ params: { name }, query }))
    const now = new Date()
    output.result(all, () =>
      textTable(
        ['SERIAL', 'KEY ID', 'USER', 'LOGIN NAMES', 'UNTIL', 'STATE', 'AUTHORITY'],
        all.map((item) => [
          ...[item.serial, item.key_id, item.username, item.principals.join(', ')],
          ...[shortTime(item.valid_before), stateOf(item, now), item.authority],
        ]),
      ),
    )
  })
}

/** The one that was named, or the one that signs. */
async function authorityOf(client: Client, name: string, given: string | undefined): Promise<Fingerprint> {
  const { body } = await client.listAuthoritiesOf({ params: { name } })
  const named = (authority: CertificateAuthority): boolean =>
    given === undefined ? authority.signing : authority.fingerprint === given || authority.sha256 === given
  const found = body.find(named)
  if (found) return found.fingerprint
  const message =
    given === undefined
      ? 'This namespace has no authority of its own; name one with --authority.'
      : `${name} does not trust an authority ${given}; "sshore certificate authority list ${name}" shows all.`
  throw new CommandFailure(exitCodes.notFound, 'certificate_authority_not_found', message)
}

/** A number that was never issued may be revoked, for authorities that sign elsewhere; of a mistyped one somebody should hear. */
async function isIssued(client: Client, name: string, sought: Pick<IssuedCertificate, 'authority' | 'serial'>) {
  const all = await everyPage((query) => client.listCertificatesOf({ params: { name }, query }))
  return all.some(({ authority, serial }) => authority === sought.authority && serial === sought.serial)
}

interface RevokeOptions {
  readonly keyId?: string
  readonly authority?: string
  readonly yes?: true
}

function addRevoke(certificate: Command, surroundings: Surroundings): void {
  withSettings(leaf(certificate, 'revoke <namespace> [serial]', 'Revoke certificates by serial number or by key id'), [
    'dataDir',
  ])
    .option('--key-id <text>', 'revoke all of this key id instead')
    .option('--authority <fingerprint>', 'of this authority (default: the one that signs)')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      examples('sshore certificate revoke workshop 17 --yes', 'sshore certificate revoke workshop --key-id ada --yes'),
    )
    .action(async (name: string, serial: string | undefined, given: RevokeOptions, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const { keyId: key_id } = given
      if ((serial === undefined) === (key_id === undefined)) {
        throw new CommandFailure(exitCodes.usage, 'invalid_input', 'Give a serial number or --key-id, one of the two.')
      }
      const body = serial === undefined ? { key_id: key_id ?? '' } : { serial }
      await using administration = await openAdministration(config, surroundings)
      const { client } = administration
      const fingerprint = await authorityOf(client, name, given.authority)
      if (serial !== undefined && !(await isIssued(client, name, { authority: fingerprint, serial }))) {
        output.note(
          `This server has issued no certificate ${serial} of the authority ${fingerprint}; is the number right?`,
        )
      }
      const what = serial === undefined ? `all certificates of the key id ${key_id}` : `certificate ${serial}`
      await confirm(surroundings, `Revoke ${what} in ${name}?`, given.yes === true)
      const { body: revoked } = await client.revokeCertificateOf({ params: { name, fingerprint }, body })
      output.result({ authority: fingerprint, ...revoked }, () => `Revoked ${what}.\n`)
    })
}

export function addCertificateCommands(program: Command, surroundings: Surroundings): void {
  const certificate = group(program, 'certificate', "Certify members' keys, and revoke certificates")
  for (const add of [addIssue, addList, addRevoke]) add(certificate, surroundings)
  addAuthorityCommands(certificate, surroundings)
}
