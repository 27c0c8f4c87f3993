import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import { contract, Failure, type UserId, userProperties } from '@sshore/contract'
import { sessionOf } from '../../http/holders.ts'
import { implement } from '../../http/implement.ts'
import { filterReader } from '../../platform/filter/filter.ts'
import { pageOf } from '../../platform/paging.ts'
import { atCommandLine } from '../../platform/actor.ts'
import { flag, time } from '../../platform/database/codecs.ts'
import { actAs, hasSecondFactor, login, methodsOf, unlockAccount } from '../authentication/index.ts'
import {
  addUser,
  countOwnedNamespaces,
  editUser,
  eraseUser,
  findUser,
  findUserWithPassword,
  getUser,
  presentAccount,
  raiseTokenVersion,
  replacePassword,
} from '../users/index.ts'
import { listBelongings } from '../namespaces/index.ts'
import { listEveryUser } from './everything.store.ts'
import { everyPage } from './every-page.ts'

const userFilter = filterReader(userProperties)

/** Letters and digits that cannot be taken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const newPassword = (): string => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')

const targetOf = ({ id, username }: { readonly id: UserId; readonly username: string }) =>
  ({ kind: 'user', id, name: username }) as const

export const userRoutes = [
  implement(contract.adminLogin, async ({ body, request, changeServer, services }) => {
    const { address, byConsole } = request
    const { token, user, id } = await login(services, changeServer, { ...body, address, byConsole })
    const known = await findUser(services.database, id)
    if (!known || !flag.read(known.administrator)) throw new Failure('not_administrator')
    return { token, user }
  }),
  implement(contract.adminListUsers, async ({ query, reply, services: { database } }) => {
    const { rows, total } = await listEveryUser(database, {
      filter: userFilter(query.filter),
      column: query.sort_by ?? 'created_at',
      direction: query.order_by ?? 'asc',
      page: pageOf(query),
    })
    reply.header('X-Total-Count', String(total))
    return rows.map(presentAccount)
  }),
  implement(contract.adminCreateUser, async ({ body, changeServer, services }) => {
    const { password, confirmed = true, ...fields } = body
    const passwordHash = await services.passwords.hash(password)
    const status = confirmed ? 'confirmed' : 'not-confirmed'
    return presentAccount(
      await changeServer((work) => addUser(work, { ...fields, passwordHash, status }, services.clock.now())),
    )
  }),
  implement(contract.adminGetUser, async ({ params, services }) => {
    const { database } = services
    const user = await getUser(database, params.id)
    return {
      user: presentAccount(user),
      namespacesOwned: await countOwnedNamespaces(database, user.id),
      auth_methods: await methodsOf(services, database, user.id),
      mfa: await hasSecondFactor(services, database, user.id),
      recovery_email: user.recovery_email,
      namespaces: await listBelongings(database, user.id),
    }
  }),
  implement(contract.adminUpdateUser, async ({ params, body, changeServer, services }) => {
    const hash = body.password === undefined ? undefined : await services.passwords.hash(body.password)
    return presentAccount(await changeServer((work) => editUser(work, params.id, body, hash, services.clock.now())))
  }),
  implement(contract.adminDeleteUser, ({ params, changeServer }) =>
    changeServer(async (work) => {
      const user = await getUser(work.database, params.id)
      if ((await countOwnedNamespaces(work.database, user.id)) > 0) throw new Failure('user_owns_namespaces')
      await eraseUser(work, user)
    }),
  ),
  implement(contract.adminResetPassword, async ({ params, changeServer, services }) => {
    await getUser(services.database, params.id)
    const password = newPassword()
    const hash = await services.passwords.hash(password)
    await changeServer(async (work) => {
      const user = await findUserWithPassword(work.database, params.id)
      if (!user) throw new Failure('user_not_found')
      if (user.password_hash !== '') throw new Failure('user_has_password')
      await replacePassword(work, user, hash, services.clock.now())
    })
    return { password }
  }),
  implement(contract.adminUnlockUser, ({ params, changeServer }) =>
    changeServer(async ({ database, changed }) => {
      const user = await getUser(database, params.id)
      await unlockAccount(database, user.id)
      await changed({ what: 'user.unlock', target: targetOf(user) })
    }),
  ),
  implement(contract.adminLogoutUser, ({ params, changeServer }) =>
    changeServer(async ({ database, changed }) => {
      const user = await getUser(database, params.id)
      await raiseTokenVersion(database, user.id)
      await changed({ what: 'user.logout', target: targetOf(user) })
    }),
  ),
  implement(contract.adminGetUserToken, async ({ params, caller, changeServer, services }) => {
    const { user: own } = caller
    const by = own?.username ?? atCommandLine
    const administrator = own && { id: own.id, token_version: own.tokenVersion, ...sessionOf(own) }
    return changeServer(async ({ database, changed }) => {
      const user = await getUser(database, params.id)
      if (flag.read(user.administrator)) throw new Failure('administrator_protected')
      if (user.status !== 'confirmed') throw new Failure('user_not_confirmed')
      const { userAuth, until, scope } = await actAs(services, database, user, { name: by, administrator })
      // Where they would start, too: whoever looks after that namespace sees it.
      await changed({ what: 'user.impersonate', target: targetOf(user), after: { by } })
      if (scope) await changed({ what: 'user.impersonate', target: targetOf(user), after: { by } }, scope)
      return { ...userAuth, expires_at: time.toWire(until) }
    })
  }),
  implement(contract.adminExportUsers, async ({ changeServer, services: { database } }) => {
    await changeServer(({ changed }) =>
      changed({ what: 'server.export', target: { kind: 'server', id: 'server' }, after: { of: 'users' } }),
    )
    return Readable.from(
      everyPage(async (page) => {
        const { rows } = await listEveryUser(database, {
          filter: userFilter(undefined),
          column: 'created_at',
          direction: 'asc',
          page,
        })
        return rows.map(presentAccount)
      }),
    )
  }),
]
