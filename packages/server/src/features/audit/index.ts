import type { FeatureManifest } from '../../feature.ts'
import { auditRoutes } from './audit.routes.ts'
import { writeEntry } from './entries.ts'
import { logOf } from './logs.ts'
import { repetitions } from './repetitions.ts'
import { keepForDays } from './retention.ts'

export { redact } from './redaction.ts'

export const audit: FeatureManifest = {
  id: 'audit',
  implementations: auditRoutes,
  hooks({ hooks, auditSeal, clock }) {
    const isRepetition = repetitions()
    hooks.add('changed', async ({ database, actor, scope, fact }) => {
      const now = clock.now()
      if (isRepetition(fact, now)) return
      await writeEntry(database, auditSeal, { log: logOf(scope), actor, fact, now })
    })
  },
  jobs: [{ name: 'audit-retention', everySeconds: 3600, run: keepForDays }],
}
