import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@sshore/client'
import type { Connector } from '@sshore/contract'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { everyPage } from '../instance/every-page.ts'
import { theOne } from '../reach/by-identifier.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { labelled } from '../terminal/text-table.ts'
import { examples, group, invocationOf, leaf } from './command.ts'
import { mustChange, type OnOff, onOffOption } from './option-values.ts'

interface Choices {
  readonly address?: Address
  readonly certPath?: string
  readonly plain?: true
  readonly active?: OnOff
}

interface Address {
  readonly address: string
  readonly port: number
}

const portText = ({ port }: Connector): string => (port === 0 ? '' : `:${port}`)
const addressOf = (connector: Connector): string => `${connector.address}${portText(connector)}`
const stateOf = ({ status }: Connector): string =>
  status.message === '' || status.state === 'off' ? status.state : `${status.state}: ${status.message}`

const described = (connector: Connector): string =>
  labelled([
    ['Id', connector.uid],
    ['Engine', addressOf(connector)],
    ['TLS', connector.secure ? 'yes' : 'no'],
    ['State', stateOf(connector)],
  ])

/** `host`, `host:port`, `tcp://host:port` or `unix:///path`. */
function parseAddress(text: string): Address {
  if (text.startsWith('unix://')) return { address: text, port: 0 }
  const [, host = '', port = '0'] = /^(?:tcp:\/\/)?(\[[0-9a-fA-F:.]+\]|[^:/]+)(?::(\d{1,5}))?\/?$/.exec(text) ?? []
  if (host !== '' && Number(port) <= 65_535) return { address: host, port: Number(port) }
  throw new InvalidArgumentError('It looks like engine.example.com:2376 or unix:///var/run/docker.sock.')
}

async function readTls(folder: string) {
  const read = (name: string): Promise<string> =>
    readFile(join(folder, name), 'utf8').catch((cause: unknown) => {
      const message = `--cert-path wants a folder with ca.pem, cert.pem and key.pem; ${join(folder, name)} cannot be read.`
      throw new CommandFailure(exitCodes.usage, 'invalid_input', message, { cause })
    })
  return { ca: await read('ca.pem'), cert: await read('cert.pem'), key: await read('key.pem') }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

async function getNamedConnector(client: Client, given: string): Promise<Connector> {
  const all = await everyPage((query) => client.listConnectors({ query }))
  const isNamed = (one: Connector): boolean => one.address === given || addressOf(one) === given
  return theOne('connector', all, given, { idOf: ({ uid }) => uid, isNamed })
}

const certPath = new Option('--cert-path <folder>', 'reach it by TLS, with the ca.pem, cert.pem and key.pem in there')

function addList(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'list <namespace>', 'List the connectors of a namespace and their state'))
  command.addHelpText('after', examples('sshore connector list workshop')).action(async (name: string) => {
    const invocation = invocationOf(surroundings, command)
    const { output } = invocation
    await using place = await openPlace(invocation, command, name)
    const connectors = await everyPage((query) => place.client.listConnectors({ query }))
    const rows = connectors.map((one) => [one.uid.slice(0, 8), addressOf(one), one.secure ? 'yes' : 'no', stateOf(one)])
    output.result(connectors, () => output.table(['ID', 'ENGINE', 'TLS', 'STATE'], rows))
  })
}

function addAdd(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'add', 'Follow a container engine, and show its containers in the namespace'))
  command
    .argument('<namespace>')
    .argument('<address>', 'host:port, or unix:///path of a socket of the server', parseAddress)
    .addOption(certPath)
    .option('--off', 'do not connect yet')
    .addHelpText('after', examples('sshore connector add workshop engine.example.com:2376 --cert-path ~/.docker'))
    .action(async (name: string, where: Address, options: Choices & { off?: true }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const tls = options.certPath === undefined ? undefined : await readTls(options.certPath)
      const body = { enable: !options.off, secure: tls !== undefined, ...where, ...(tls ? { tls } : {}) }
      const { body: made } = await place.client.createConnector({ body })
      invocation.output.result(made, () => described(made))
    })
}

function addShow(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'show <namespace> <connector>', 'Show a connector and what its engine says'))
  command
    .addHelpText('after', examples('sshore connector show workshop engine.example.com'))
    .action(async (name: string, given: string) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const connector = await getNamedConnector(place.client, given)
      const { uid } = connector
      const info = connector.status.State ? (await place.client.getConnectorInfo({ params: { uid } })).body : null
      const said = info ? ['Name', 'ServerVersion', 'OperatingSystem', 'Containers', 'Images', 'NCPU'] : []
      const lines = said.flatMap((field) => (info?.[field] === undefined ? [] : [[field, shown(info[field])] as const]))
      invocation.output.result({ ...connector, info }, () => described(connector) + (info ? labelled(lines) : ''))
    })
}

function addEdit(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'edit <namespace> <connector>', 'Change a connector, or switch it on or off'))
  command
    .addOption(new Option('--address <host:port>', 'where the engine is now').argParser(parseAddress))
    .addOption(certPath)
    .addOption(new Option('--plain', 'without TLS').conflicts('certPath'))
    .addOption(onOffOption('--active <on|off>', 'off lets go of the engine'))
    .addHelpText('after', examples('sshore connector edit workshop engine.example.com --active off'))
    .action(async (name: string, given: string, { address, certPath: folder, plain, active }: Choices) => {
      const tls = folder === undefined ? {} : { secure: true, tls: await readTls(folder) }
      const body = {
        ...address,
        ...tls,
        ...(plain ? { secure: false } : {}),
        ...(active === undefined ? {} : { enable: active === 'on' }),
      }
      mustChange(body)
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { uid } = await getNamedConnector(place.client, given)
      const { body: changed } = await place.client.updateConnector({ params: { uid }, body })
      invocation.output.result(changed, () => described(changed))
    })
}

function addRemove(parent: Command, surroundings: Surroundings): void {
  const command = withReach(
    leaf(parent, 'remove <namespace> <connector>', 'Remove a connector; its containers stay listed'),
  )
  command
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore connector remove workshop engine.example.com --yes'))
    .action(async (name: string, given: string, options: { yes?: true }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const connector = await getNamedConnector(place.client, given)
      const { uid } = connector
      await confirm(surroundings, `Remove the connector to ${addressOf(connector)}?`, options.yes === true)
      await place.client.deleteConnector({ params: { uid } })
      invocation.output.result({ uid }, () => `Connector to ${addressOf(connector)} removed.\n`)
    })
}

export function addConnectorCommands(program: Command, surroundings: Surroundings): void {
  const parent = group(program, 'connector', 'Container engines whose containers a namespace shows')
  for (const add of [addList, addAdd, addShow, addEdit, addRemove]) add(parent, surroundings)
}
