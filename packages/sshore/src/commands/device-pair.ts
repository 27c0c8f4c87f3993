// `sshore device pair`: accepts the device whose agent shows a code.
import { limits } from '@sshore/contract'
import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { harmless } from '../terminal/text-table.ts'
import { examples, invocationOf, leaf } from './command.ts'

const { alphabet, codeLength } = limits.pairing
const wellFormed = new RegExp(`^[${alphabet}]{${codeLength}}$`)

/** As the agent shows it, with a gap in the middle, or as somebody has typed it. */
function codeOf(words: readonly string[]): string {
  const code = words.join('').replaceAll(/[\s-]/g, '').toUpperCase()
  if (wellFormed.test(code)) return code
  const message = `${JSON.stringify(words.join(' '))} is no code: the agent shows ${codeLength} letters and digits, such as GTSN 9W47.`
  throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
}

export function addDevicePair(parent: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(parent, 'pair <namespace> <code...>', 'Accept the device whose agent shows this code'))
  command
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore device pair workshop GTSN 9W47'))
    .action(async (name: string, words: readonly string[], options: { yes?: true }) => {
      const code = codeOf(words)
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { hostname, info, identity, remote_addr: from } = (await place.client.getPairing({ params: { code } })).body
      const device = harmless(`${hostname} (${info.pretty_name}, ${identity.mac}, from ${from})`)
      await confirm(surroundings, `Accept ${device} into ${name}?`, options.yes === true)
      const { body: accepted } = await place.client.acceptPairing({ params: { code } })
      invocation.output.result(accepted, () => `${accepted.namespace}.${accepted.name} is accepted.\n`)
    })
}
