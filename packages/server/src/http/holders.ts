// Whether what came of a token is still good: calls ask it each time, and what outlasts a call (terminals, passes) asks it again.
import { type ActingAdministrator, hasPermission, type Holder, type TenantId, type UserId } from '@sshore/contract'
import type { Services } from '../services.ts'
import type { CallingUser } from './caller.ts'
import { findStanding, isAdministrator } from './credentials.store.ts'

type Asked = Pick<Services, 'database' | 'hooks' | 'clock'>

/** When a browser session of this user ends at the latest, in Unix milliseconds; undefined for one that is over or never was. */
export async function findSessionEnd(
  { database, hooks, clock }: Asked,
  userId: UserId,
  session: string,
): Promise<number | undefined> {
  const answers = await Promise.all(hooks.list('browser-session.end').map((find) => find(database, userId, session)))
  return answers.find((end) => end !== undefined && end > clock.now())
}

/** What a browser holds ends with the browser session, wherever that was ended; with none, nothing does. */
export const isHeld = async (asked: Asked, userId: UserId, session: string | undefined): Promise<boolean> =>
  session === undefined || (await findSessionEnd(asked, userId, session)) !== undefined

/**
 * Whether whoever acts as a user looks after the whole server still, and has not signed out since; undefined is somebody at the command
 * line beside it, or nobody.
 */
export const looksAfterServer = async (asked: Asked, by: ActingAdministrator | undefined): Promise<boolean> =>
  by === undefined || ((await isHeld(asked, by.id, by.session)) && (await isAdministrator(asked.database, by)))

/** Absent before a browser session began. */
export const sessionOf = ({ browser }: CallingUser): { readonly session?: string } =>
  browser && browser.session !== '' ? { session: browser.session } : {}

export function holderOf(user: CallingUser, tenantId: TenantId): Holder {
  const by = user.acting?.administrator
  const { id, tokenVersion } = user
  return { user_id: id, tenant_id: tenantId, token_version: tokenVersion, ...sessionOf(user), ...(by && { by }) }
}

/** By the same rules as for any call: a member who may connect, not signed out since; for whoever acts as one, while they may. */
export async function mayReachDevices(asked: Asked, holder: Holder): Promise<boolean> {
  const { user_id, tenant_id, token_version, session, by } = holder
  const standing = await findStanding(asked.database, user_id, tenant_id)
  if (standing?.status !== 'confirmed' || standing.tokenVersion !== token_version) return false
  if (standing.role === undefined || !hasPermission(standing.role, 'device:connect')) return false
  return (await isHeld(asked, user_id, session)) && looksAfterServer(asked, by)
}
