import type { FeatureManifest } from '../../feature.ts'
import { implementations } from './instance.routes.ts'

export const instance: FeatureManifest = { id: 'instance', implementations }
