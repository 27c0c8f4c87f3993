import { contract, type UserAccount } from '@sshore/contract'
import type { Static } from 'typebox'
import { implement } from '../../http/implement.ts'
import { time } from '../../platform/database/codecs.ts'
import { pageOf } from '../../platform/paging.ts'
import { listUsers, type User } from './users.store.ts'
import { addUser, deleteUser, setPassword } from './users.ts'

const present = (user: User): Static<typeof UserAccount> => ({
  id: user.id,
  username: user.username,
  email: user.email,
  name: user.name,
  status: user.status,
  max_namespaces: user.max_namespaces,
  created_at: time.toWire(user.created_at),
  last_login: time.toWire(user.last_login_at),
})

export const implementations = [
  implement(contract.listUsers, async ({ query, reply, services }) => {
    const { rows, total } = await listUsers(services.database, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return rows.map(present)
  }),
  implement(contract.createUser, async ({ body, services }) => {
    const passwordHash = await services.passwords.hash(body.password)
    const name = body.name ?? body.username
    return present(await addUser(services.database, { ...body, name, passwordHash }, services.clock.now()))
  }),
  implement(contract.setUserPassword, ({ params, body, services }) =>
    setPassword(services, params.username, body.password),
  ),
  implement(contract.deleteUser, ({ params, services }) => deleteUser(services.database, params.username)),
]
