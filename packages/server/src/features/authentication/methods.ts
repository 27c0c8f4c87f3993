// The ways in which people may sign in: which are on, and which of them a user has.
import type { UserId } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import { localAuthentication } from '../../platform/settings.ts'
import type { Services } from '../../services.ts'
import { findUserWithPassword } from '../users/index.ts'

export async function isSamlOn({ hooks }: Pick<Services, 'hooks'>): Promise<boolean> {
  for (const entry of hooks.list('authentication.saml')) if (await entry.isOn()) return true
  return false
}

/** Passwords are taken, whatever was set, where there is nothing else: an edition without single sign-on, a lost address. */
export const isLocalLoginOn = async (services: Pick<Services, 'database' | 'hooks'>): Promise<boolean> =>
  (await localAuthentication.read(services.database)) || !(await isSamlOn(services))

/** By the contract's names: `local` first. */
export async function methodsOf({ hooks }: Pick<Services, 'hooks'>, database: Database, id: UserId): Promise<string[]> {
  const hash = (await findUserWithPassword(database, id))?.password_hash ?? ''
  const others = await Promise.all(hooks.list('authentication.methods').map((list) => list(database, id)))
  return [...(hash === '' ? [] : ['local']), ...others.flat()]
}

/** How an account came to be, in the words that existing clients know. */
export const originOf = (methods: readonly string[]): string =>
  methods.length === 0 || methods.includes('local') ? 'local' : 'SAML'
