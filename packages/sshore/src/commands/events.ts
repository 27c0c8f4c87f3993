import { eventTypes, type EventType, type NamespaceEvent } from '@sshore/contract'
import type { Command } from 'commander'
import { EventFollower } from '../events/follow-events.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { waitForStop } from '../instance/stopping.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { partyText } from '../terminal/party-text.ts'
import { harmless } from '../terminal/text-table.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, invocationOf, leaf } from './command.ts'
import { countOf } from './option-values.ts'

const namedMost = 5
const typeWidth = Math.max(...eventTypes.map((type) => type.length))

/** Who may have wanted it; of devices and the server themselves the rest says enough. */
const people: ReadonlySet<string> = new Set(['user', 'api-key', 'administrator', 'command-line'])

function lineOf({ time, type, targets, actor }: NamespaceEvent): string {
  // "device.online  bench" says all that "device.online  device bench" does.
  const named = targets
    .slice(0, namedMost)
    .map((target) => partyText(type.startsWith(`${target.kind}.`) ? { ...target, kind: '' } : target))
  const more = targets.length > namedMost ? ` and ${targets.length - namedMost} more` : ''
  const by = people.has(actor.kind) ? `  by ${partyText(actor)}` : ''
  return harmless(`${shortTime(time)}  ${type.padEnd(typeWidth)}  ${named.join(', ')}${more}${by}`)
}

/** Collects types of events given one by one; fails with exit code 2 on what is none. */
export function collectType(given: string, before: readonly EventType[] = []): readonly EventType[] {
  const type = eventTypes.find((known) => known === given)
  if (type) return [...before, type]
  const message = `${JSON.stringify(given)} is no type of events. There are: ${eventTypes.join(', ')}.`
  throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
}

interface EventsOptions {
  readonly type?: readonly EventType[]
  readonly count?: string
}

/** `sshore events`: goes on until it is stopped, or nobody reads it any more. */
export function addEventsCommand(program: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(program, 'events <namespace>', 'Tell what happens in a namespace, as it happens'))
  command
    .option('--type <type>', 'only events of this type; may be given again', collectType)
    .option('--count <number>', 'end after so many events')
    .addHelpText(
      'after',
      examples('sshore events workshop', 'sshore events workshop --json --type device.pending --type device.offline'),
    )
    .addHelpText('after', '\nWith --json each event is one line. Ctrl-C ends it.\n')
    .action(async (name: string, { type, count }: EventsOptions) => {
      const most = count === undefined ? Number.POSITIVE_INFINITY : countOf('--count', count)
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      const stop = new AbortController()
      void waitForStop(surroundings).then(() => stop.abort())
      const noReader = (): void => stop.abort()
      surroundings.stdout.once('error', noReader)
      let told = 0
      const follower = new EventFollower({
        open: place.openEvents,
        note: (sentence) => output.note(sentence),
        signal: stop.signal,
        onEvent(event) {
          if ((type && !type.includes(event.type)) || stop.signal.aborted) return
          output.item(event, () => lineOf(event))
          told += 1
          if (told >= most) stop.abort()
        },
      })
      try {
        await follower.run()
      } finally {
        surroundings.stdout.off('error', noReader)
      }
    })
}
