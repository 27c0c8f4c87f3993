import { contract } from '@sshore/contract'
import type { UserCaller } from '../../http/caller.ts'
import { implement, type RequestFacts } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { type Asking, editAccount, requireSelf } from './account.ts'
import { presentAccount } from './users.presenter.ts'
import { listUsers } from './users.store.ts'
import { addUser, deleteUser, getUserByLogin, setAdministrator, setPassword, setQuota } from './users.ts'

const askingOf = ({ user: { id: userId, acting } }: UserCaller, { address }: RequestFacts): Asking => ({
  userId,
  address,
  acting,
})

export const implementations = [
  implement(contract.listUsers, async ({ query, reply, services }) => {
    const { rows, total } = await listUsers(services.database, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return rows.map(presentAccount)
  }),
  implement(contract.createUser, async ({ body, changeServer, services }) => {
    const passwordHash = await services.passwords.hash(body.password)
    const input = { ...body, name: body.name ?? body.username, passwordHash }
    return presentAccount(await changeServer((work) => addUser(work, input, services.clock.now())))
  }),
  implement(contract.setUserPassword, ({ params, body, changeServer, services }) =>
    setPassword(services, changeServer, params.username, body.password),
  ),
  implement(contract.updateUserQuota, async ({ params, body, changeServer }) =>
    presentAccount(await changeServer((work) => setQuota(work, params.username, body.max_namespaces))),
  ),
  implement(contract.setAdministrator, async ({ params, body, changeServer }) =>
    presentAccount(
      await changeServer(async (work) =>
        setAdministrator(work, await getUserByLogin(work.database, params.username), body.administrator),
      ),
    ),
  ),
  implement(contract.deleteUser, ({ params, changeServer }) =>
    changeServer((work) => deleteUser(work, params.username)),
  ),
  implement(contract.updateUser, ({ body, caller, request, changeServer, services }) =>
    editAccount(services, changeServer, askingOf(caller, request), body),
  ),
  implement(contract.updateUserData, ({ params, body, caller, request, changeServer, services }) => {
    requireSelf(params.id, caller.user.id)
    return editAccount(services, changeServer, askingOf(caller, request), body)
  }),
  implement(contract.updateUserPassword, ({ params, body, caller, request, changeServer, services }) => {
    requireSelf(params.id, caller.user.id)
    const { current_password, new_password: password } = body
    return editAccount(services, changeServer, askingOf(caller, request), { current_password, password })
  }),
]
