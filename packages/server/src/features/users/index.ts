import type { UserId } from '@sshore/contract'
import type { FeatureManifest } from '../../feature.ts'
import { implementations } from './users.routes.ts'
import { findUser } from './users.store.ts'

export const users: FeatureManifest = {
  id: 'users',
  implementations,
  hooks({ hooks }) {
    hooks.add('target.name', async (database, _, { kind, id }) =>
      kind === 'member' ? (await findUser(database, id as UserId))?.username : undefined,
    )
  },
}
export { editUser } from './administered.ts'
export { presentAccount } from './users.presenter.ts'
export {
  addUser,
  confirmUser,
  eraseUser,
  getOrInviteUser,
  getUser,
  getUserByLogin,
  registrationConflicts,
  replacePassword,
} from './users.ts'
export {
  countOwnedNamespaces,
  findUser,
  findUserByLogin,
  findUserWithPassword,
  holdUser,
  raiseTokenVersion,
  updatePasswordHash,
  type User,
  type UserWithPassword,
} from './users.store.ts'
