import { contract, Failure, hasPermission } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { themselves } from '../../http/themselves.ts'
import { pageOf } from '../../platform/paging.ts'
import { scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { scopeNamed } from '../namespaces/index.ts'
import { findUser, findUserByLogin } from '../users/index.ts'
import { createAuthority, dropAuthority, editAuthority, showAuthorities } from './authorities.ts'
import { presentRevocation } from './certificate-authority.presenter.ts'
import { getAuthority } from './certificate-authority.store.ts'
import { evaluateCertificate, issueCertificate, revoke, showCertificates } from './certificates.ts'
import { listRevocations } from './certificates.store.ts'

const signing = ({ sealer, clock }: Services) => ({ sealer, now: clock.now() })

const memberRoutes = [
  implement(contract.listCertificateAuthorities, ({ caller, services: { database } }) =>
    showAuthorities(database, caller.scope),
  ),

  implement(contract.createCertificateAuthority, ({ body, caller, change, services: { sealer, clock } }) =>
    change(caller.scope, (inside) => createAuthority(inside, sealer, body, clock.now())),
  ),

  implement(contract.updateCertificateAuthority, ({ params, body, caller, change }) =>
    change(caller.scope, (inside) => editAuthority(inside, params.fingerprint, body)),
  ),

  implement(contract.deleteCertificateAuthority, ({ params, caller, change }) =>
    change(caller.scope, (inside) => dropAuthority(inside, params.fingerprint)),
  ),

  implement(contract.listCertificates, async ({ query, caller, reply, services: { database } }) => {
    const userId = hasPermission(caller.role, 'certificate:issue') ? undefined : caller.user?.id
    const { rows, total } = await showCertificates(database, caller.scope, { userId, page: pageOf(query) })
    reply.header('X-Total-Count', String(total))
    return rows
  }),

  implement(contract.issueCertificate, async ({ body, caller, change, services }) => {
    // It would outlast the hour of whoever acts as them.
    const own = caller.user && themselves(caller)
    const { user_id: wanted, ...wishes } = body
    const id = wanted ?? own
    const user = id && (await findUser(services.database, id))
    if (!user) throw new Failure('member_not_found')
    const issuer = { role: caller.role, userId: own }
    return change(caller.scope, (inside) => issueCertificate(inside, signing(services), issuer, user, wishes))
  }),

  implement(contract.revokeCertificate, ({ params, body, caller, change, services: { clock } }) =>
    change(caller.scope, (inside) => revoke(inside, params.fingerprint, body, clock.now())),
  ),

  implement(contract.listRevocations, async ({ params, query, caller, reply, services: { database } }) => {
    const { fingerprint } = await getAuthority(database, caller.scope, params.fingerprint)
    const { rows, total } = await listRevocations(database, caller.scope, fingerprint, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return rows.map(presentRevocation)
  }),
]

const internalRoutes = [
  implement(contract.listAuthoritiesOf, async ({ params, services }) =>
    showAuthorities(services.database, await scopeNamed(services, params.name)),
  ),

  implement(contract.createAuthorityFor, async ({ params, body, change, services }) =>
    change(await scopeNamed(services, params.name), (inside) =>
      createAuthority(inside, services.sealer, body, services.clock.now()),
    ),
  ),

  implement(contract.updateAuthorityOf, async ({ params, body, change, services }) =>
    change(await scopeNamed(services, params.name), (inside) => editAuthority(inside, params.fingerprint, body)),
  ),

  implement(contract.deleteAuthorityOf, async ({ params, change, services }) =>
    change(await scopeNamed(services, params.name), (inside) => dropAuthority(inside, params.fingerprint)),
  ),

  implement(contract.listCertificatesOf, async ({ params, query, reply, services }) => {
    const scope = await scopeNamed(services, params.name)
    const { rows, total } = await showCertificates(services.database, scope, { userId: undefined, page: pageOf(query) })
    reply.header('X-Total-Count', String(total))
    return rows
  }),

  implement(contract.issueCertificateFor, async ({ params, body, change, services }) => {
    const { user: login, ...wishes } = body
    const scope = await scopeNamed(services, params.name)
    const user = await findUserByLogin(services.database, login)
    if (!user) throw new Failure('user_not_found', { fields: ['user'] })
    // Whoever has the server's own machine may do what an owner may.
    const issuer = { role: 'owner', userId: undefined } as const
    return change(scope, (inside) => issueCertificate(inside, signing(services), issuer, user, wishes))
  }),

  implement(contract.revokeCertificateOf, async ({ params, body, change, services }) =>
    change(await scopeNamed(services, params.name), (inside) =>
      revoke(inside, params.fingerprint, body, services.clock.now()),
    ),
  ),

  implement(contract.evaluateCertificate, ({ body, services: { database } }) =>
    evaluateCertificate(database, body, scopeOf(body.tenant_id)),
  ),
]

export const certificateAuthorityRoutes = [...memberRoutes, ...internalRoutes]
