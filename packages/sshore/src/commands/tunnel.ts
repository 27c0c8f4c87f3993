import { limits, type Tunnel, zeroTime } from '@sshore/contract'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { deviceCalls } from '../devices/device-calls.ts'
import { getNamedDevice } from '../devices/device-selection.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { everyPage } from '../instance/every-page.ts'
import { openPlace, type Place, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, group, invocationOf, leaf } from './command.ts'

const deviceOf = ({ client }: Place, name: string) => getNamedDevice(deviceCalls(client, 'device'), 'device', name)

const endOf = ({ host, port }: Tunnel): string => `${host.includes(':') ? `[${host}]` : host}:${port}`
const visitorsOf = ({ members_only }: Tunnel): string => (members_only ? 'members' : 'everybody')
const expiryOf = ({ expires_in }: Tunnel): string => (expires_in === zeroTime ? 'never' : shortTime(expires_in))

/** `3000`, `printer.lan:80`, `[::1]:8080` or `http://…`. */
function parseEnd(text: string): { readonly host: string; readonly port: number } {
  const found = /^(?:http:\/\/)?(?:(?:\[([0-9a-f:.]+)\]|([^:[\]/]+)):)?(\d{1,5})\/?$/i.exec(text)
  const port = Number(found?.[3])
  if (found && port >= 1 && port <= 65_535) return { host: found[1] ?? found[2] ?? '127.0.0.1', port }
  const message = `${JSON.stringify(text)} is no port, and no host and port such as printer.lan:80.`
  throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
}

const secondsOfUnit = { s: 1, m: 60, h: 3600, d: 86_400 } as const

/** Seconds of `90s`, `15m`, `8h`, `7d` or `never`. */
function parseExpiry(text: string): number {
  if (text === 'never') return limits.tunnels.unlimited
  const [, count, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? []
  const seconds = Number(count) * secondsOfUnit[unit as keyof typeof secondsOfUnit]
  if (seconds >= 1 && seconds <= limits.tunnels.ttlSecondsMost) return seconds
  throw new InvalidArgumentError('It takes a time such as 90s, 15m, 8h or 7d, or "never".')
}

interface Given {
  readonly expires: number
  readonly members?: true
  readonly everybody?: true
}

function addCreate(tunnel: Command, surroundings: Surroundings): void {
  const usage = 'create <namespace> <device> <port>'
  const about = 'Open an address that leads to a port of the device, or to host:port that it reaches, and print it'
  const command = withReach(leaf(tunnel, usage, about))
  command
    .option('--expires <time>', 'so long after its last use, or "never"', parseExpiry, 3600)
    .addOption(
      new Option('--members', 'only for members of the namespace, who sign in at the console').conflicts('everybody'),
    )
    .option('--everybody', 'for whoever knows the address, also if it was for members only')
    .addHelpText(
      'after',
      examples(
        'sshore tunnel create workshop kitchen-pi 3000',
        'sshore tunnel create workshop kitchen-pi printer.lan:80 --expires 8h --members',
      ),
    )
    .action(async (name: string, device: string, end: string, given: Given) => {
      const { host, port } = parseEnd(end)
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { uid } = await deviceOf(place, device)
      // Not said: one that is there stays for whom it was.
      const visitors = given.members || given.everybody ? { members_only: given.members === true } : {}
      const body = { host, port, ttl: given.expires, ...visitors }
      const { body: made } = await place.client.createTunnel({ params: { uid }, body })
      const who = made.members_only ? 'Members of the namespace get in' : 'Whoever knows the address gets in'
      const expiry =
        made.ttl === limits.tunnels.unlimited
          ? 'until it is removed'
          : `until ${expiryOf(made)}, or later if it is used`
      invocation.output.note(`${who}, ${expiry}.`)
      invocation.output.result(made, () => `${made.url}\n`)
    })
}

function addList(tunnel: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(tunnel, 'list <namespace> <device>', 'List the tunnels of a device'))
  command
    .addHelpText('after', examples('sshore tunnel list workshop kitchen-pi'))
    .action(async (name: string, device: string) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      const { uid } = await deviceOf(place, device)
      const tunnels = await everyPage((query) => place.client.listTunnels({ params: { uid }, query }))
      output.result(tunnels, () =>
        output.table(
          ['ADDRESS', 'LEADS TO', 'FOR', 'EXPIRES'],
          tunnels.map((each) => [each.url, endOf(each), visitorsOf(each), expiryOf(each)]),
        ),
      )
    })
}

function addRemove(tunnel: Command, surroundings: Surroundings): void {
  const usage = 'remove <namespace> <device> <tunnel>'
  const about = 'Close a tunnel, named by its address or a part of that, or by where it leads'
  const command = withReach(leaf(tunnel, usage, about))
  command
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore tunnel remove workshop kitchen-pi 3000 --yes'))
    .action(async (name: string, device: string, given: string, { yes }: { yes?: true }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { uid } = await deviceOf(place, device)
      const tunnels = await everyPage((query) => place.client.listTunnels({ params: { uid }, query }))
      const found = tunnels.filter((each) => isNamed(each, given))
      const [one] = found
      if (!one || found.length > 1) {
        const many = found.length > 1
        const problem = many ? 'names more than one tunnel' : 'names no tunnel'
        const message = `${JSON.stringify(given)} ${problem} of ${device}; see: sshore tunnel list ${name} ${device}`
        throw new CommandFailure(many ? exitCodes.usage : exitCodes.notFound, 'tunnel_not_found', message)
      }
      await confirm(surroundings, `Close the tunnel to ${endOf(one)} on ${device}?`, yes === true)
      await place.client.deleteTunnel({ params: { uid, address: one.address } })
      invocation.output.result({ address: one.address }, () => `The tunnel to ${endOf(one)} is closed.\n`)
    })
}

/** As much of the address as tells it apart; a port is a number of five digits at most. */
const isNamed = (tunnel: Tunnel, given: string): boolean =>
  given === tunnel.url ||
  given === tunnel.full_address ||
  given === endOf(tunnel) ||
  (/^\d{1,5}$/.test(given) ? tunnel.port === Number(given) : given.length >= 6 && tunnel.address.startsWith(given))

export function addTunnelCommands(program: Command, surroundings: Surroundings): void {
  const tunnel = group(program, 'tunnel', 'Open, list and close addresses that lead to HTTP services behind devices')
  for (const add of [addCreate, addList, addRemove]) add(tunnel, surroundings)
}
