import type { Device } from '@sshore/contract'
import type { Command } from 'commander'
import { inBulk } from '../devices/bulk.ts'
import { type DeviceCalls, deviceCalls, type DeviceKind, type StatusWord } from '../devices/device-calls.ts'
import {
  getNamedDevice,
  isGiven,
  type Selection,
  selectDevices,
  type StatusChoice,
  withSelection,
} from '../devices/device-selection.ts'
import { devicesTable, deviceText } from '../devices/device-text.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { addDevicePair } from './device-pair.ts'
import { addDeviceTagCommands } from './device-tag.ts'
import { examples, group, invocationOf, leaf } from './command.ts'

interface Acting {
  readonly word: string
  readonly description: string
  /** State of those that are meant when flags describe them. */
  readonly standardStatus: StatusChoice
  readonly verb: string
  readonly done: string
  readonly act: (calls: DeviceCalls, device: Device) => Promise<unknown>
  /** Asks even for a single one. */
  readonly asks?: true
}

const toStatus =
  (status: StatusWord): Acting['act'] =>
  (calls, { uid }) =>
    calls.setStatus(uid, status)

const actings = (kind: DeviceKind): readonly Acting[] => [
  {
    word: 'accept',
    description: `Accept ${kind}s: members can reach them from then on`,
    standardStatus: 'pending',
    verb: 'Accept',
    done: 'accepted',
    act: toStatus('accept'),
  },
  {
    word: 'reject',
    description: `Reject ${kind}s: nobody can reach them`,
    standardStatus: 'pending',
    verb: 'Reject',
    done: 'rejected',
    act: toStatus('reject'),
  },
  {
    word: 'remove',
    description: `Remove ${kind}s with their sessions; an agent that still runs comes back as pending`,
    standardStatus: 'accepted',
    verb: 'Remove',
    done: 'removed',
    act: (calls, { uid }) => calls.remove(uid),
    asks: true,
  },
]

interface ActOptions extends Selection {
  readonly yes?: true
  readonly dryRun?: true
}

function addActing(parent: Command, surroundings: Surroundings, kind: DeviceKind, acting: Acting): void {
  const { word, description, standardStatus, verb, done, act, asks } = acting
  const command = withReach(leaf(parent, `${word} <namespace> [${kind}s...]`, description))
  withSelection(command, standardStatus)
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only show which ones')
    .addHelpText(
      'after',
      examples(
        `sshore ${kind} ${word} workshop pi-1 pi-2`,
        `sshore ${kind} ${word} workshop --status pending --name lab- --dry-run`,
        `sshore ${kind} ${word} workshop --status pending --name lab- --yes --json`,
      ),
    )
    .action(async (name: string, given: readonly string[], options: ActOptions) => {
      const named = given.length > 0
      if (named === isGiven(options)) {
        const message = named
          ? `Either name ${kind}s or describe them by flags, not both.`
          : `Name the ${kind}s, or describe them by flags such as --status, --name, --tag; see --help.`
        throw new CommandFailure(exitCodes.usage, 'wrong_usage', message)
      }
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const calls = deviceCalls(place.client, kind)
      const devices: Device[] = named ? [] : await selectDevices(calls, options, standardStatus)
      for (const each of given) devices.push(await getNamedDevice(calls, kind, each))
      await inBulk(invocation, devices, {
        verb,
        done,
        what: kind,
        act: (device) => act(calls, device),
        yes: options.yes === true || (named && !asks),
        dryRun: options.dryRun === true,
      })
    })
}

function addList(parent: Command, surroundings: Surroundings, kind: DeviceKind): void {
  const command = withReach(leaf(parent, 'list <namespace>', `List ${kind}s, by default the accepted ones`))
  withSelection(command, 'accepted')
    .addHelpText(
      'after',
      examples(
        `sshore ${kind} list workshop`,
        `sshore ${kind} list workshop --status pending`,
        `sshore ${kind} list workshop --tag bench --offline --json`,
      ),
    )
    .action(async (name: string, options: Selection) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const calls = deviceCalls(place.client, kind)
      const devices = await selectDevices(calls, options, 'accepted')
      invocation.output.result(devices, () => devicesTable(invocation.output, devices))
      if (isGiven(options) || invocation.output.json) return
      // Whoever waits for a newcomer looks here first.
      const [waiting] = await calls.list({ status: 'pending', per_page: 1 })
      if (waiting) {
        invocation.output.note(
          `Others wait to be accepted, such as ${waiting.name}: sshore ${kind} list ${name} --status pending`,
        )
      }
    })
}

function addShow(parent: Command, surroundings: Surroundings, kind: DeviceKind): void {
  const command = withReach(leaf(parent, `show <namespace> <${kind}>`, `Show one ${kind}, by name or uid`))
  command
    .addHelpText('after', examples(`sshore ${kind} show workshop pi-1`))
    .action(async (name: string, given: string) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const device = await getNamedDevice(deviceCalls(place.client, kind), kind, given)
      invocation.output.result(device, () => deviceText(device))
    })
}

function addRename(parent: Command, surroundings: Surroundings, kind: DeviceKind): void {
  const command = withReach(leaf(parent, `rename <namespace> <${kind}> <name>`, `Give a ${kind} another name`))
  command
    .addHelpText('after', examples(`sshore ${kind} rename workshop pi-1 bench-left`))
    .action(async (name: string, given: string, next: string) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const calls = deviceCalls(place.client, kind)
      const device = await getNamedDevice(calls, kind, given)
      await calls.update(device.uid, next)
      const renamed = await getNamedDevice(calls, kind, device.uid)
      invocation.output.result(renamed, () => `${device.name} is ${renamed.name} now.\n`)
    })
}

function addFamily(program: Command, surroundings: Surroundings, kind: DeviceKind, description: string): void {
  const parent = group(program, kind, description)
  addList(parent, surroundings, kind)
  addShow(parent, surroundings, kind)
  for (const acting of actings(kind)) addActing(parent, surroundings, kind, acting)
  if (kind === 'device') addDevicePair(parent, surroundings)
  addRename(parent, surroundings, kind)
  addDeviceTagCommands(parent, surroundings, kind)
}

export function addDeviceCommands(program: Command, surroundings: Surroundings): void {
  addFamily(program, surroundings, 'device', 'List, accept, reject, rename, tag and remove devices')
  addFamily(program, surroundings, 'container', 'The same for containers on devices')
}
