import { type Edition, type Feature, featuresOf } from '@sshore/contract'
import type { FeatureManifest } from './feature.ts'
import { authentication } from './features/authentication/index.ts'
import { certificateAuthority } from './features/certificate-authority/index.ts'
import { devices } from './features/devices/index.ts'
import { instance } from './features/instance/index.ts'
import { members } from './features/members/index.ts'
import { namespaces } from './features/namespaces/index.ts'
import { pairing } from './features/pairing/index.ts'
import { publicKeys } from './features/public-keys/index.ts'
import { sessions } from './features/sessions/index.ts'
import { stats } from './features/stats/index.ts'
import { stockAgents } from './features/stock-agents/index.ts'
import { users } from './features/users/index.ts'

const manifests: Readonly<Record<Feature, FeatureManifest>> = {
  instance,
  authentication,
  users,
  namespaces,
  members,
  devices,
  pairing,
  sessions,
  'public-keys': publicKeys,
  'certificate-authority': certificateAuthority,
  'stock-agents': stockAgents,
  stats,
}

/** What an edition is made of: the features that the contract lists for it. */
export const manifestsOf = (edition: Edition): FeatureManifest[] => featuresOf(edition).map((id) => manifests[id])
