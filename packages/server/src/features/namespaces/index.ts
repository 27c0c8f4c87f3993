import type { FeatureManifest } from '../../feature.ts'
import { implementations } from './namespaces.routes.ts'

export const namespaces: FeatureManifest = { id: 'namespaces', implementations }
export {
  addNamespace,
  editNamespace,
  getNamespace,
  getNamespaceByName,
  getRole,
  namespaceNameFor,
  removeNamespaceOf,
  scopeNamed,
} from './namespaces.ts'
export {
  findMembership,
  findStartingMembership,
  insertMembership,
  listBelongings,
  type Membership,
  removeMembership,
  updateRole,
} from './memberships.store.ts'
export { listEveryNamespace, setDeviceLimit } from './namespaces.store.ts'
export { findMemberChanged } from './membership-changes.ts'
export { transferOwnership } from './ownership.ts'
export { presentNamespace, presentNamespaces } from './present.ts'
export { type ForwardingColumns, forwardingColumns, forwardingOf } from './forwarding-settings.ts'
export { type RecordingColumns, recordingPolicyOf } from './recording-policy.ts'
export type { SecondFactorColumns } from './second-factor-setting.ts'
