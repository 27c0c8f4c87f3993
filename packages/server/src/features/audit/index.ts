import type { FeatureManifest } from '../../feature.ts'
import { repetitions } from '../../platform/repetitions.ts'
import { auditRoutes } from './audit.routes.ts'
import { writeEntry } from './entries.ts'
import { logOf } from './logs.ts'
import { keepForDays } from './retention.ts'

export { presentEntry } from './audit.presenter.ts'
export { auditFilter, listLog } from './audit.store.ts'
export { logOf } from './logs.ts'
export { redact } from './redaction.ts'

export const audit: FeatureManifest = {
  id: 'audit',
  implementations: auditRoutes,
  hooks({ hooks, auditSeal, clock }) {
    const written = repetitions()
    hooks.add('changed', async ({ database, actor, scope, fact, afterCommit }) => {
      const now = clock.now()
      if (written.has({ fact, actor }, now)) return
      await writeEntry(database, auditSeal, { log: logOf(scope), actor, fact, now })
      afterCommit(() => written.remember({ fact, actor }, now))
    })
  },
  jobs: [{ name: 'audit-retention', everySeconds: 3600, run: keepForDays }],
}
