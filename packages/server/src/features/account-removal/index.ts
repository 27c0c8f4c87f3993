// People remove their own account, where they also make it themselves.
import { contract, Failure } from '@sshore/contract'
import type { FeatureManifest } from '../../feature.ts'
import { implement } from '../../http/implement.ts'
import { themselves } from '../../http/themselves.ts'
import { countOwnedNamespaces, eraseUser, findUser } from '../users/index.ts'

const routes = [
  implement(contract.deleteOwnAccount, ({ caller, changeServer }) =>
    changeServer(async (work) => {
      const user = await findUser(work.database, themselves(caller))
      if (!user) throw new Failure('unauthenticated')
      if ((await countOwnedNamespaces(work.database, user.id)) > 0) throw new Failure('owner_cannot_be_removed')
      await eraseUser(work, user)
    }),
  ),
]

export const accountRemoval: FeatureManifest = { id: 'account-removal', implementations: routes }
