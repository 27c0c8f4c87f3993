import type { FeatureManifest } from '../../feature.ts'
import { implementations } from './users.routes.ts'

export const users: FeatureManifest = { id: 'users', implementations }
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
