import type { FeatureManifest } from '../../feature.ts'
import { recordingPolicyOf } from '../namespaces/index.ts'
import { gatewayRoutes } from './gateway.routes.ts'
import { recordingRoutes } from './recording.routes.ts'
import { folderOf, rowLagSeconds, writeFigures } from './recordings.ts'
import { dropExpired, endAbandoned, makeSearchable } from './upkeep.ts'

export const recording: FeatureManifest = {
  id: 'recording',
  implementations: [...recordingRoutes, ...gatewayRoutes],
  hooks({ hooks, log, recordingFiles }) {
    hooks.add('connection.recording', recordingPolicyOf)
    hooks.add('namespace.delete', async ({ scope, afterCommit }) => {
      afterCommit(() => {
        recordingFiles
          .remove(folderOf(scope))
          .catch((error: unknown) => log.error({ err: error }, 'the recordings of a namespace were not removed'))
      })
    })
  },
  jobs: [
    { name: 'recordings-figures', everySeconds: rowLagSeconds, run: writeFigures },
    { name: 'recordings-abandoned', everySeconds: 15, run: endAbandoned },
    { name: 'recordings-search', everySeconds: 2, run: makeSearchable },
    { name: 'recordings-retention', everySeconds: 3600, run: dropExpired },
  ],
}
