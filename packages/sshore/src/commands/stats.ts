import type { Command } from 'commander'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { labelled } from '../terminal/text-table.ts'
import { examples, invocationOf, leaf } from './command.ts'

export function addStatsCommand(program: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(program, 'stats <namespace>', 'Count devices and sessions of a namespace'))
  command.addHelpText('after', examples('sshore stats workshop --json')).action(async (name: string) => {
    const invocation = invocationOf(surroundings, command)
    await using place = await openPlace(invocation, command, name)
    const { body: stats } = await place.client.getStats()
    invocation.output.result(stats, () =>
      labelled([
        ['Devices', String(stats.registered_devices)],
        ['Online', String(stats.online_devices)],
        ['Pending', String(stats.pending_devices)],
        ['Rejected', String(stats.rejected_devices)],
        ['Sessions', String(stats.active_sessions)],
      ]),
    )
  })
}
