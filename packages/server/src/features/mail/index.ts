import type { FeatureManifest } from '../../feature.ts'
import { pruneMails, sendMails } from './delivering.ts'
import { mailRoutes } from './mail.routes.ts'

export const mail: FeatureManifest = {
  id: 'mail',
  implementations: mailRoutes,
  jobs: [
    { name: 'mail', everySeconds: 1, run: sendMails },
    { name: 'mail-retention', everySeconds: 600, run: pruneMails },
  ],
}
