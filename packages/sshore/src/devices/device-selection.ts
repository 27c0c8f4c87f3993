// Which devices a command means: one that is named, or all that its flags describe.
import { type Device, type DeviceStatus, deviceStatuses, type FilterProperty } from '@sshore/contract'
import { type Command, Option } from 'commander'
import { collect } from '../commands/option-values.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { everyPage } from '../instance/every-page.ts'
import { encodeFilter, property } from '../reach/list-filter.ts'
import type { DeviceCalls, DeviceKind } from './device-calls.ts'

export type StatusChoice = DeviceStatus | 'all'

export interface Selection {
  readonly status?: StatusChoice
  readonly name?: string
  readonly tag?: readonly string[]
  readonly online?: true
  readonly offline?: true
  readonly agentVersion?: string
  readonly platform?: string
}

export function withSelection(command: Command, standardStatus: StatusChoice): Command {
  return command
    .addOption(
      new Option('--status <status>', `state in the namespace (default: ${standardStatus})`).choices([
        ...deviceStatuses,
        'all',
      ]),
    )
    .option('--name <part>', 'a part of the name')
    .option('--tag <tag>', 'a tag it carries; given again, all of them', collect)
    .addOption(new Option('--online', 'is there now').conflicts('offline'))
    .option('--offline', 'is not there now')
    .option('--agent-version <version>', 'version of its agent')
    .option('--platform <platform>', 'native, docker …')
}

function filterOf(selection: Selection): string | undefined {
  const { name, tag = [], online, offline, agentVersion, platform } = selection
  const properties = [
    ...(name === undefined ? [] : [property('name', 'contains', name)]),
    ...tag.map((each) => property('tags', 'eq', each)),
    ...(online ? [property('online', 'bool', true)] : []),
    ...(offline ? [property('online', 'bool', false)] : []),
    ...(agentVersion === undefined ? [] : [property('info.version', 'eq', agentVersion)]),
    ...(platform === undefined ? [] : [property('info.platform', 'eq', platform)]),
  ]
  return properties.length === 0 ? undefined : encodeFilter(properties)
}

export const isGiven = (selection: Selection): boolean =>
  selection.status !== undefined || filterOf(selection) !== undefined

/** All that are described, in the order of their names. */
export function selectDevices(
  calls: DeviceCalls,
  selection: Selection,
  standardStatus: StatusChoice,
): Promise<Device[]> {
  const { status = standardStatus } = selection
  const filter = filterOf(selection)
  const query = { status: status === 'all' ? '' : status, sort_by: 'name', order_by: 'asc' } as const
  return everyPage(async (page) => ({
    body: await calls.list({ ...query, ...page, ...(filter === undefined ? {} : { filter }) }),
  }))
}

const looksLikeUid = /^[0-9a-f]{8,64}$/

/**
 * The one device of this name, of this uid, or of this beginning of a uid (at least 8 digits). Names are unique among accepted
 * devices, so that an accepted one is meant where others have the name too.
 */
export async function getNamedDevice(calls: DeviceCalls, kind: DeviceKind, given: string): Promise<Device> {
  const found = async (...properties: readonly FilterProperty[]): Promise<Device[]> =>
    everyPage(async (page) => ({ body: await calls.list({ status: '', ...page, filter: encodeFilter(properties) }) }))
  const named = await found(property('name', 'eq', given.toLowerCase()))
  const byUid = looksLikeUid.test(given)
    ? (await found(property('uid', 'contains', given))).filter(({ uid }) => uid.startsWith(given))
    : []
  const accepted = named.filter(({ status }) => status === 'accepted')
  const candidates = accepted.length === 1 ? accepted : [...named, ...byUid]
  const [only, another] = candidates
  if (!only) {
    const message = `There is no ${kind} ${given} in this namespace; "sshore ${kind} list" shows all.`
    throw new CommandFailure(exitCodes.notFound, `${kind}_not_found`, message)
  }
  if (!another) return only
  const listed = candidates.map(({ uid, status }) => `${uid.slice(0, 12)} (${status})`).join(', ')
  const message = `${candidates.length} of them are called ${given}: ${listed}. Name one by the beginning of its uid.`
  throw new CommandFailure(exitCodes.usage, 'ambiguous_name', message)
}
