import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { listTags, removeTag, renameTag } from './tags.ts'

export const tagRoutes = [
  implement(contract.listTags, async ({ caller, reply, services: { hooks, database } }) => {
    const tags = await listTags(hooks, database, caller.scope)
    reply.header('X-Total-Count', String(tags.length))
    return tags
  }),

  implement(contract.renameTag, ({ params, body, caller, change, services: { hooks } }) =>
    change(caller.scope, (inside) => renameTag(hooks, inside, params.tag, body.tag)),
  ),

  implement(contract.deleteTag, ({ params, caller, change, services: { hooks } }) =>
    change(caller.scope, (inside) => removeTag(hooks, inside, params.tag)),
  ),
]
