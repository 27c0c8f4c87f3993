import { contract, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { scopeOf } from '../../platform/scope.ts'
import { getUserByLogin, raiseTokenVersion } from '../users/index.ts'
import { forgetFailures } from './lockout.store.ts'
import { login } from './login.ts'
import { renewUserAuth, switchTo } from './user-auth.ts'

export const implementations = [
  implement(contract.login, async ({ body, request, reply, changeServer, services }) => {
    const { address, byConsole } = request
    const userAuth = await login(services, changeServer, { ...body, address, byConsole })
    reply.header('X-Account-Lockout', '0')
    reply.header('X-MFA-Token', '')
    return userAuth
  }),
  implement(contract.getAuthUser, ({ caller, services }) => renewUserAuth(services, caller.user, caller.tenantId)),
  implement(contract.switchNamespace, ({ params, caller, services }) =>
    switchTo(services, caller.user, scopeOf(params.tenant)),
  ),
  implement(contract.logout, ({ caller, changeServer }) =>
    changeServer(async ({ database, changed }) => {
      const { id, username } = caller.user
      await raiseTokenVersion(database, id)
      await changed({ what: 'user.logout', target: { kind: 'user', id, name: username } })
    }, caller.user.id),
  ),
  implement(contract.unlockUser, ({ params, changeServer }) =>
    changeServer(async ({ database, changed }) => {
      const { id, username } = await getUserByLogin(database, params.username)
      const cleared = await forgetFailures(database, id)
      await changed({ what: 'user.unlock', target: { kind: 'user', id, name: username } })
      return { cleared }
    }),
  ),
  implement(contract.getSamlUrl, async ({ query, services: { hooks } }) => {
    const [entry] = hooks.list('authentication.saml')
    if (!entry) throw new Failure('saml_absent')
    return { url: await entry.begin(query.challenge ?? '') }
  }),
]
