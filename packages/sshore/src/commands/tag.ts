import type { Command } from 'commander'
import { tagRules, withRules } from '../input-rules.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { harmless } from '../terminal/text-table.ts'
import { examples, group, invocationOf, leaf } from './command.ts'

function addList(tag: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(tag, 'list <namespace>', 'List the tags that something of a namespace carries'))
  command.addHelpText('after', examples('sshore tag list workshop')).action(async (name: string) => {
    const invocation = invocationOf(surroundings, command)
    await using place = await openPlace(invocation, command, name)
    const { body: tags } = await place.client.listTags()
    invocation.output.result(tags, () => tags.map((each) => `${harmless(each)}\n`).join(''))
  })
}

function addRename(tag: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(tag, 'rename <namespace> <tag> <name>', 'Rename a tag wherever it is'))
  command
    .addHelpText('after', examples('sshore tag rename workshop bench bench-left'))
    .action(async (name: string, from: string, to: string) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      await withRules(tagRules, () => place.client.renameTag({ params: { tag: from }, body: { tag: to } }))
      invocation.output.result({ tag: to }, () => `${from} is ${to} now.\n`)
    })
}

function addRemove(tag: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(tag, 'remove <namespace> <tag>', 'Remove a tag from everything that carries it'))
  command
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore tag remove workshop bench --yes'))
    .action(async (name: string, given: string, options: { yes?: true }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      await confirm(surroundings, `Remove the tag ${given} wherever it is in ${name}?`, options.yes === true)
      await place.client.deleteTag({ params: { tag: given } })
      invocation.output.result({ tag: given }, () => `Tag ${given} removed.\n`)
    })
}

export function addTagCommands(program: Command, surroundings: Surroundings): void {
  const tag = group(program, 'tag', 'List, rename and remove the tags of a namespace')
  for (const add of [addList, addRename, addRemove]) add(tag, surroundings)
}
