import { randomUUID } from 'node:crypto'
import { Failure } from '@sshore/contract'
import type { TagHolder } from '../../hooks.ts'
import { renewState } from './firewall.store.ts'
import { deleteRuleTags, findRuleOfTagAlone, listRuleTags, renameRuleTags } from './rule-tags.store.ts'

export const ruleTagHolder: TagHolder = {
  list: listRuleTags,
  async rename({ database, scope }, from, to) {
    await renameRuleTags(database, scope, from, to)
    await renewState(database, scope, randomUUID())
  },
  async remove({ database, scope }, tag) {
    const alone = await findRuleOfTagAlone(database, scope, tag)
    if (alone) {
      throw new Failure('tag_in_filter', {
        message: `Firewall rule ${alone.rule} is filtered by this tag alone; change its filter first.`,
      })
    }
    await deleteRuleTags(database, scope, tag)
    await renewState(database, scope, randomUUID())
  },
}
