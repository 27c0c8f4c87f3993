import type { Feature } from '@sshore/contract'
import type { Implementation } from './http/implement.ts'
import type { Job } from './platform/jobs.ts'
import type { Services } from './services.ts'

/** What a feature's folder hands over: nothing of it is filled in by being imported. */
export interface FeatureManifest {
  readonly id: Feature
  readonly implementations: readonly Implementation[]
  /** Adds to the lists of other features, once per server. */
  readonly hooks?: (services: Services) => void
  readonly jobs?: readonly Job<Services>[]
}
