// How people sign in to the server: with passwords, through an identity provider, or both.
import { readFile } from 'node:fs/promises'
import type { BodyOf, Contract, ReplyOf, UserId } from '@sshore/contract'
import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { type Administration, openAdministration } from '../instance/administration.ts'
import { encodeFilter, property } from '../reach/list-filter.ts'
import type { Surroundings } from '../surroundings.ts'
import { labelled } from '../terminal/text-table.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, group, invocationOf, leaf, withSettings } from './command.ts'
import { collect, isOn, mustChange, type OnOff, onOffOption } from './option-values.ts'

const settings = ['dataDir', 'edition', 'publicUrl'] as const

type Authentication = ReplyOf<Contract['adminGetAuthentication']>
type SamlEdit = BodyOf<Contract['adminSetSaml']>

const onOff = (on: boolean): string => (on ? 'on' : 'off')

function authenticationText({ local, saml }: Authentication): string {
  const { idp } = saml
  const provider: (readonly [string, string])[] = idp
    ? [
        ['Provider', idp.entity_id],
        ['Sign-on', idp.signon_url],
        ['Provider metadata', idp.metadata_url === '' ? 'given by hand' : idp.metadata_url],
        ['Certificates', String(idp.certificates.length)],
        ['E-mail attribute', idp.mappings.email === '' ? 'usual names' : idp.mappings.email],
        ['Name attribute', idp.mappings.name === '' ? 'usual names' : idp.mappings.name],
      ]
    : [['Provider', 'none yet']]
  return labelled([
    ['Passwords', onOff(local.enabled)],
    ['Single sign-on', onOff(saml.enabled)],
    ...provider,
    ['Requests signed', onOff(saml.sp.sign_requests)],
    ['New accounts', saml.create_users ? 'made for whoever comes' : 'not made'],
    ['For the provider', saml.metadata_url === '' ? 'set SSHORE_PUBLIC_URL first' : saml.metadata_url],
    ['Assertions go to', saml.assertion_url],
  ])
}

async function told({ client }: Administration): Promise<Authentication> {
  return (await client.adminGetAuthentication()).body
}

function addShow(parent: Command, surroundings: Surroundings): void {
  withSettings(leaf(parent, 'show', 'Show how people sign in, and what an identity provider has to know'), settings)
    .addHelpText('after', examples('sshore authentication show'))
    .action(async (_: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const body = await told(administration)
      output.result(body, () => authenticationText(body))
    })
}

function addSwitch(parent: Command, surroundings: Surroundings, name: 'local' | 'saml', description: string): void {
  withSettings(leaf(parent, `${name} <on|off>`, description), settings)
    .addHelpText('after', examples(`sshore authentication ${name} on`))
    .action(async (word: string, _: unknown, command: Command) => {
      const body = { enable: isOn(word) }
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      await (name === 'local'
        ? administration.client.adminSetLocalAuthentication({ body })
        : administration.client.adminSetSaml({ body }))
      const now = await told(administration)
      output.result(now, () => authenticationText(now))
    })
}

interface ProviderOptions {
  readonly metadataUrl?: string
  readonly entityId?: string
  readonly signonUrl?: string
  readonly certificate?: readonly string[]
  readonly emailAttribute?: string
  readonly nameAttribute?: string
  readonly signRequests?: OnOff
  readonly createUsers?: OnOff
}

async function certificatesFrom(files: readonly string[]): Promise<string[]> {
  return Promise.all(
    files.map((file) =>
      readFile(file, 'utf8').catch((error: unknown) => {
        const message = `The certificate in ${file} cannot be read.`
        throw new CommandFailure(exitCodes.notFound, 'no_file', message, { cause: error })
      }),
    ),
  )
}

async function editOf(given: ProviderOptions): Promise<SamlEdit> {
  const { metadataUrl, entityId, signonUrl, certificate, emailAttribute, nameAttribute } = given
  const byHand = entityId !== undefined || signonUrl !== undefined || certificate !== undefined
  if (metadataUrl !== undefined && byHand) {
    const message = 'Give --metadata-url, or --entity-id, --signon-url and --certificate, not both.'
    throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
  }
  const mappings = {
    ...(emailAttribute === undefined ? {} : { email: emailAttribute }),
    ...(nameAttribute === undefined ? {} : { name: nameAttribute }),
  }
  const idp = {
    ...(metadataUrl === undefined ? {} : { metadata_url: metadataUrl }),
    ...(byHand ? { metadata_url: '' } : {}),
    ...(entityId === undefined ? {} : { entity_id: entityId }),
    ...(signonUrl === undefined ? {} : { signon_url: signonUrl }),
    ...(certificate ? { certificates: await certificatesFrom(certificate) } : {}),
    ...(Object.keys(mappings).length > 0 ? { mappings } : {}),
  }
  const edit = {
    ...(Object.keys(idp).length > 0 ? { idp } : {}),
    ...(given.signRequests === undefined ? {} : { sp: { sign_requests: given.signRequests === 'on' } }),
    ...(given.createUsers === undefined ? {} : { create_users: given.createUsers === 'on' }),
  }
  mustChange(edit)
  return edit
}

function addProvider(parent: Command, surroundings: Surroundings): void {
  const description = 'Name the identity provider (SAML 2.0), and say how it is used; what is not given stays'
  withSettings(leaf(parent, 'provider', description), settings)
    .option('--metadata-url <url>', 'read it from its metadata, and again each day (HTTPS, or this machine)')
    .option('--entity-id <text>', 'by hand: its entity identifier')
    .option('--signon-url <url>', 'by hand: where it takes requests (HTTP-Redirect binding)')
    .option('--certificate <file>', 'by hand: its certificate, PEM; may be given again', collect)
    .option('--email-attribute <name>', 'attribute of the e-mail address (default: usual names)')
    .option('--name-attribute <name>', 'attribute of the name to show (default: usual names)')
    .addOption(onOffOption('--sign-requests <on|off>', 'whether requests to it are signed'))
    .addOption(onOffOption('--create-users <on|off>', 'whether somebody unknown gets an account'))
    .addHelpText(
      'after',
      examples(
        'sshore authentication provider --metadata-url https://idp.example.com/metadata',
        'sshore authentication provider --entity-id https://idp.example.com --signon-url https://idp.example.com/sso --certificate idp.pem',
        'sshore authentication saml on',
      ),
    )
    .action(async (given: ProviderOptions, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      const body = await editOf(given)
      await using administration = await openAdministration(config, surroundings)
      await administration.client.adminSetSaml({ body })
      const now = await told(administration)
      output.result(now, () => authenticationText(now))
    })
}

async function idOf({ client }: Administration, username: string): Promise<UserId> {
  const filter = encodeFilter([property('username', 'eq', username.toLowerCase())])
  const { body } = await client.adminListUsers({ query: { filter } })
  const [user] = body
  if (user) return user.id
  throw new CommandFailure(exitCodes.notFound, 'user_not_found', `There is no user ${username}.`)
}

function addLink(parent: Command, surroundings: Surroundings): void {
  const description = 'Say who a user is to the identity provider, for whoever cannot prove it with a password'
  withSettings(leaf(parent, 'link <username> <name-id>', description), settings)
    .addHelpText('after', examples('sshore authentication link ada ada@example.com'))
    .action(async (username: string, nameId: string, _: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const id = await idOf(administration, username)
      await administration.client.adminLinkSaml({ params: { id }, body: { name_id: nameId } })
      output.result({ username, name_id: nameId }, () => `${username} is ${nameId} to the identity provider.\n`)
    })
}

function addUnlink(parent: Command, surroundings: Surroundings): void {
  const description = 'Forget who a user is to identity providers; the user is signed out everywhere'
  withSettings(leaf(parent, 'unlink <username>', description), settings)
    .addHelpText('after', examples('sshore authentication unlink ada'))
    .action(async (username: string, _: unknown, command: Command) => {
      const { config, output } = invocationOf(surroundings, command)
      await using administration = await openAdministration(config, surroundings)
      const id = await idOf(administration, username)
      const { body: identities } = await administration.client.adminListSamlIdentities({ params: { id } })
      await administration.client.adminUnlinkSaml({ params: { id } })
      output.result(identities, () =>
        output.table(
          ['FORGOTTEN', 'PROVIDER', 'LAST LOGIN'],
          identities.map((each) => [each.name_id, each.entity_id, shortTime(each.last_login)]),
        ),
      )
    })
}

export function addAuthenticationCommands(program: Command, surroundings: Surroundings): void {
  const description = 'Show and set how people sign in: passwords, an identity provider'
  const parent = group(program, 'authentication', description)
  addShow(parent, surroundings)
  addSwitch(parent, surroundings, 'local', 'Switch signing in with passwords on or off; one way to sign in stays on')
  addProvider(parent, surroundings)
  addSwitch(parent, surroundings, 'saml', 'Switch single sign-on through the identity provider on or off')
  addLink(parent, surroundings)
  addUnlink(parent, surroundings)
}
