import { type Edition, featuresOf } from '@sshore/contract'
import type { FeatureManifest } from './feature.ts'
import { authentication } from './features/authentication/index.ts'
import { instance } from './features/instance/index.ts'
import { members } from './features/members/index.ts'
import { namespaces } from './features/namespaces/index.ts'
import { users } from './features/users/index.ts'

const manifests: readonly FeatureManifest[] = [instance, authentication, users, namespaces, members]

/** What an edition is made of: the features that the contract lists for it. */
export function manifestsOf(edition: Edition): FeatureManifest[] {
  const included = new Set(featuresOf(edition))
  return manifests.filter(({ id }) => included.has(id))
}
