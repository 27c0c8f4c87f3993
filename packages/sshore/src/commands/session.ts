import type { Session, SessionUid } from '@sshore/contract'
import type { Client } from '@sshore/client'
import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { everyPage, firstOf } from '../instance/every-page.ts'
import { sessionDigits } from '../reach/by-identifier.ts'
import { encodeFilter, property } from '../reach/list-filter.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { labelled } from '../terminal/text-table.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, group, invocationOf, leaf } from './command.ts'
import { countOf } from './option-values.ts'

interface ListOptions {
  readonly active?: true
  readonly device?: string
  readonly user?: string
  readonly limit: string
}

function filterOf({ active, device, user }: ListOptions): { filter?: string } {
  const properties = [
    ...(active ? [property('active', 'bool', true)] : []),
    ...(device === undefined ? [] : [property('device.name', 'eq', device.toLowerCase())]),
    ...(user === undefined ? [] : [property('username', 'eq', user)]),
  ]
  if (properties.length === 0) return {}
  return { filter: encodeFilter(properties) }
}

/** The newest ones, at most `limit`. */
const newest = (client: Client, options: ListOptions): Promise<Session[]> =>
  firstOf(
    (page) => client.listSessions({ query: { ...filterOf(options), ...page } }),
    countOf('--limit', options.limit),
  )

function addList(session: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(session, 'list <namespace>', 'List sessions, newest first'))
  command
    .option('--active', 'only those that run')
    .option('--device <name>', 'only those on this device')
    .option('--user <login>', 'only those with this login name')
    .option('--limit <number>', 'at most so many', '100')
    .addHelpText('after', examples('sshore session list workshop --active', 'sshore session list workshop --user root'))
    .action(async (name: string, options: ListOptions) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      const sessions = await newest(place.client, options)
      output.result(sessions, () =>
        output.table(
          ['STARTED', 'DEVICE', 'LOGIN', 'FROM', 'STATE', 'UID'],
          sessions.map((each) => [
            shortTime(each.started_at),
            each.device?.name ?? each.device_uid.slice(0, 12),
            each.username,
            each.ip_address,
            each.active ? 'running' : `ended ${shortTime(each.last_seen)}`,
            each.uid.slice(0, 12),
          ]),
        ),
      )
    })
}

/** By uid, or by the beginning of one (at least 8 digits). */
async function getSession(client: Client, given: string): Promise<Session> {
  const digits = sessionDigits(given)
  const filter = encodeFilter([property('uid', 'contains', digits)])
  const all = await everyPage((page) => client.listSessions({ query: { filter, ...page } }))
  const [found, another] = all.filter(({ uid }) => uid.startsWith(digits))
  if (!found) throw new CommandFailure(exitCodes.notFound, 'session_not_found', `There is no session ${given} here.`)
  if (another) {
    throw new CommandFailure(
      exitCodes.usage,
      'ambiguous_name',
      `Several sessions begin with ${given}; give more of it.`,
    )
  }
  const uid: SessionUid = found.uid
  return (await client.getSession({ params: { uid } })).body
}

const described = (session: Session): string =>
  labelled([
    ['UID', session.uid],
    ['Device', session.device?.name ?? session.device_uid],
    ['Login', session.username],
    ['From', session.ip_address],
    ['Started', shortTime(session.started_at)],
    ['State', session.active ? 'running' : `ended ${shortTime(session.last_seen)}`],
    ['Kind', session.type === 'web' ? 'web terminal' : session.term || 'without a terminal'],
    ...(session.events.items ?? []).map(
      ({ type, timestamp, data, seat }) => [`#${seat} ${shortTime(timestamp)}`, `${type} ${data}`.trim()] as const,
    ),
  ])

function addShow(session: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(session, 'show <namespace> <uid>', 'Show one session and its course'))
  command
    .addHelpText('after', examples('sshore session show workshop 5f0c2a91be07'))
    .action(async (name: string, given: string) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const found = await getSession(place.client, given)
      invocation.output.result(found, () => described(found))
    })
}

function addClose(session: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(session, 'close <namespace> <uid>', 'End a running session'))
  command
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore session close workshop 5f0c2a91be07 --yes'))
    .action(async (name: string, given: string, options: { yes?: true }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { uid, device_uid: device, username, active, last_seen: ended } = await getSession(place.client, given)
      if (!active) {
        const message = `Session ${uid.slice(0, 12)} of ${username} has ended already: ${shortTime(ended)}.`
        throw new CommandFailure(exitCodes.conflict, 'session_ended', message)
      }
      await confirm(surroundings, `End the session of ${username}, ${uid.slice(0, 12)}?`, options.yes === true)
      await place.client.closeSession({ params: { uid }, body: { device } })
      invocation.output.result({ uid }, () => `Session ${uid.slice(0, 12)} is told to end.\n`)
    })
}

export function addSessionCommands(program: Command, surroundings: Surroundings): void {
  const session = group(program, 'session', 'List, show and end sessions')
  for (const add of [addList, addShow, addClose]) add(session, surroundings)
}
