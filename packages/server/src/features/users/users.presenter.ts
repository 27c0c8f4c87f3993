import type { UserAccount } from '@sshore/contract'
import type { Static } from 'typebox'
import { flag, time } from '../../platform/database/codecs.ts'
import type { User } from './users.store.ts'

export const presentAccount = (user: User): Static<typeof UserAccount> => ({
  id: user.id,
  // Nobody has chosen one yet.
  username: user.status === 'invited' ? '' : user.username,
  email: user.email,
  name: user.name,
  status: user.status,
  administrator: flag.read(user.administrator),
  max_namespaces: user.max_namespaces,
  created_at: time.toWire(user.created_at),
  last_login: time.toWire(user.last_login_at),
})
