import { Failure } from '@sshore/contract'
import type { TagHolder } from '../../hooks.ts'
import { deleteKeyTags, findKeyOfTagAlone, listKeyTags, renameKeyTags } from './key-tags.store.ts'

export const keyTagHolder: TagHolder = {
  list: listKeyTags,
  rename: ({ database, scope }, from, to) => renameKeyTags(database, scope, from, to),
  async remove({ database, scope }, tag) {
    const alone = await findKeyOfTagAlone(database, scope, tag)
    if (alone) {
      throw new Failure('tag_in_filter', {
        message: `The public key ${alone.name} is filtered by this tag alone; change its filter first.`,
      })
    }
    await deleteKeyTags(database, scope, tag)
  },
}
