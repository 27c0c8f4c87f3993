// One setting of the namespace under its older address.
import { contract } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { flag } from '../../platform/database/codecs.ts'
import { editNamespace, getNamespace } from '../namespaces/index.ts'

export const securitySettingsRoutes = [
  implement(contract.getSecuritySettings, async ({ caller, services: { database } }) =>
    flag.read((await getNamespace(database, caller.scope)).session_record),
  ),

  implement(contract.updateSecuritySettings, async ({ body, caller, change }) => {
    const settings = { session_record: body.session_record ?? false }
    await change(caller.scope, (inside) => editNamespace(inside, { settings }))
  }),
]
