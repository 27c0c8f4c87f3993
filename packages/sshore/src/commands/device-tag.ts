import { ApiError } from '@sshore/client'
import type { DeviceUid } from '@sshore/contract'
import type { Command } from 'commander'
import { type DeviceCalls, deviceCalls, type DeviceKind } from '../devices/device-calls.ts'
import { getNamedDevice } from '../devices/device-selection.ts'
import { tagRules, withRules } from '../input-rules.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { examples, group, invocationOf, leaf } from './command.ts'

interface Tagging {
  readonly usage: string
  readonly description: string
  readonly example: string
  readonly act: (calls: DeviceCalls, uid: DeviceUid, tags: string[]) => Promise<unknown>
}

/** When one of several fails, it is told which were done before. */
async function oneByOne(tags: readonly string[], act: (tag: string) => Promise<unknown>): Promise<void> {
  for (const [done, tag] of tags.entries()) {
    try {
      await act(tag)
    } catch (error) {
      if (!(error instanceof ApiError) || tags.length === 1) throw error
      const before = done === 0 ? 'None was changed' : `Done before that: ${tags.slice(0, done).join(', ')}`
      const { status, code, fields, reply, message } = error
      throw new ApiError({ status, code, fields, message: `${tag}: ${message} ${before}.` }, reply, { cause: error })
    }
  }
}

const taggings = (kind: DeviceKind): readonly Tagging[] => [
  {
    usage: `add <namespace> <${kind}> <tags...>`,
    description: `Add tags to a ${kind}`,
    example: 'add workshop pi-1 bench left',
    act: (calls, uid, tags) => oneByOne(tags, (tag) => calls.addTag(uid, tag)),
  },
  {
    usage: `remove <namespace> <${kind}> <tags...>`,
    description: `Take tags from a ${kind}`,
    example: 'remove workshop pi-1 left',
    act: (calls, uid, tags) => oneByOne(tags, (tag) => calls.removeTag(uid, tag)),
  },
  {
    usage: `set <namespace> <${kind}> [tags...]`,
    description: `Replace the tags of a ${kind}; none takes all away`,
    example: 'set workshop pi-1 bench',
    act: (calls, uid, tags) => calls.setTags(uid, tags),
  },
]

export function addDeviceTagCommands(parent: Command, surroundings: Surroundings, kind: DeviceKind): void {
  const tag = group(parent, 'tag', `Add, remove and set the tags of a ${kind}`)
  for (const { usage, description, example, act } of taggings(kind)) {
    const command = withReach(leaf(tag, usage, description))
    command
      .addHelpText('after', examples(`sshore ${kind} tag ${example}`))
      .action(async (name: string, given: string, tags: string[]) => {
        const invocation = invocationOf(surroundings, command)
        await using place = await openPlace(invocation, command, name)
        const calls = deviceCalls(place.client, kind)
        const { uid } = await getNamedDevice(calls, kind, given)
        await withRules(tagRules, () => act(calls, uid, tags))
        const device = await getNamedDevice(calls, kind, uid)
        invocation.output.result(device, () => `Tags of ${device.name}: ${device.tags.join(', ') || 'none'}\n`)
      })
  }
}
