import type { FeatureManifest } from '../../feature.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { certificateAuthorityRoutes } from './certificate-authority.routes.ts'
import { keptMilliseconds } from './certificates.ts'
import { sweepCertificates } from './certificates.store.ts'

export { sealContext } from './authorities.ts'

export const certificateAuthority: FeatureManifest = {
  id: 'certificate-authority',
  implementations: certificateAuthorityRoutes,
  jobs: [
    {
      name: 'sweep-certificates',
      everySeconds: 3600,
      run: ({ database, clock }) =>
        transactFreely(database, (transaction) => sweepCertificates(transaction, clock.now() - keptMilliseconds)),
    },
  ],
}
