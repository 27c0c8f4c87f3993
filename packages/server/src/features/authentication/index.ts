import type { FeatureManifest } from '../../feature.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { implementations } from './authentication.routes.ts'
import { sweepLoginTraces } from './lockout.store.ts'
import { knownAddressMilliseconds } from './attempts.ts'
import { provePassword } from './password-proof.ts'

export const authentication: FeatureManifest = {
  id: 'authentication',
  implementations,
  hooks({ hooks }) {
    hooks.add('user.prove-password', provePassword)
  },
  jobs: [
    {
      name: 'sweep-login-traces',
      everySeconds: 600,
      run: ({ database, clock }) =>
        transactFreely(database, (transaction) =>
          sweepLoginTraces(transaction, clock.now(), clock.now() - knownAddressMilliseconds),
        ),
    },
  ],
}
export { forgetFailures as unlockAccount } from './lockout.store.ts'
export { accountOf, type Attempt, guarded, secondStepNeeded } from './attempts.ts'
export { beginSecondStep, login } from './login.ts'
export { isLocalLoginOn, isSamlOn, methodsOf } from './methods.ts'
export { browserOf, findUserAuth, hasSecondFactor, renewUserAuth, signIn, actAs } from './user-auth.ts'
