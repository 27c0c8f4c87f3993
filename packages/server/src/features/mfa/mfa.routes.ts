import { contract } from '@sshore/contract'
import { implement, type RequestFacts } from '../../http/implement.ts'
import { themselves } from '../../http/themselves.ts'
import type { Services } from '../../services.ts'
import { disable, disableFor } from './disable.ts'
import { describeFactor, enable, generate } from './factor.ts'
import { checkAnswer, findAsked } from './gateway-step.ts'
import { requestReset, reset } from './reset.ts'
import { addKey, challengeKeys, dropKey, offerKey, signInWithKey, siteOf } from './security-keys.ts'
import { type ComingFrom, signInWithCode, signInWithRecoveryCode } from './sign-in.ts'

const comingFrom = ({ address, byConsole }: RequestFacts): ComingFrom => ({ address, byConsole })
const site = ({ options }: Services, { host }: RequestFacts) => siteOf(options.publicUrl, host)

export const mfaRoutes = [
  implement(contract.authenticateMfa, ({ body, request, changeServer, services }) =>
    signInWithCode(services, changeServer, { ...body, ...comingFrom(request) }),
  ),

  implement(contract.recoverMfa, async ({ body, request, reply, changeServer, services }) => {
    const { identifier, recovery_code: recoveryCode, token } = body
    const asking = { identifier, recoveryCode, token, ...comingFrom(request) }
    const { userAuth, expiresAtSeconds } = await signInWithRecoveryCode(services, changeServer, asking)
    reply.header('X-Expires-At', String(expiresAtSeconds))
    return userAuth
  }),

  implement(contract.requestMfaReset, ({ body: { identifier, token }, request, changeServer, services }) => {
    const { address, language } = request
    return requestReset(services, changeServer, { identifier, token, address, language })
  }),

  implement(contract.resetMfa, ({ params, body, request, changeServer, services }) => {
    const { main_email_code: main, recovery_email_code: recovery } = body
    return reset(services, changeServer, { userId: params.id, main, recovery, ...comingFrom(request) })
  }),

  implement(contract.getMfa, ({ caller, services: { database } }) => describeFactor(database, caller.user.id)),

  implement(contract.generateMfa, ({ caller, services }) => generate(services, themselves(caller))),

  implement(contract.enableMfa, ({ body, caller, changeServer, services }) =>
    changeServer((work) => enable(services, work, themselves(caller), body), themselves(caller)),
  ),

  implement(contract.disableMfa, ({ body, caller, request, changeServer, services }) =>
    disable(services, changeServer, { userId: themselves(caller), address: request.address }, body),
  ),

  implement(contract.offerSecurityKey, ({ caller, request, services }) =>
    offerKey(services, { userId: themselves(caller), address: request.address }, site(services, request)),
  ),

  implement(contract.addSecurityKey, ({ body, caller, request, changeServer, services }) => {
    const asking = { userId: themselves(caller), address: request.address }
    return addKey(services, changeServer, asking, site(services, request), body)
  }),

  implement(contract.removeSecurityKey, ({ params, caller, changeServer }) =>
    changeServer((work) => dropKey(work, themselves(caller), params.id), themselves(caller)),
  ),

  implement(contract.challengeSecurityKey, ({ body, request, services }) =>
    challengeKeys(services, body.token, site(services, request)),
  ),

  implement(contract.authenticateSecurityKey, ({ body, request, changeServer, services }) =>
    signInWithKey(services, changeServer, { ...body, ...comingFrom(request) }, site(services, request)),
  ),

  implement(contract.findSecondFactor, ({ body, services }) => findAsked(services, body)),

  implement(contract.checkSecondFactor, ({ body, changeServer, services }) =>
    checkAnswer(services, changeServer, body),
  ),

  implement(contract.disableMfaOf, ({ params, changeServer }) => disableFor(changeServer, params.username)),
]
