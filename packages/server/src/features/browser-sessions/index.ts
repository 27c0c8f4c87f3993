import type { FeatureManifest } from '../../feature.ts'
import { implementations } from './browser-sessions.routes.ts'
import { findEnd } from './browser-sessions.store.ts'
import { sweep } from './browser-sessions.ts'

export const browserSessions: FeatureManifest = {
  id: 'browser-sessions',
  implementations,
  hooks({ hooks }) {
    hooks.add('browser-session.end', findEnd)
  },
  jobs: [
    {
      name: 'sweep-browser-sessions',
      everySeconds: 3600,
      run: sweep,
    },
  ],
}
