import type { SessionUid } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'
import { findDevice } from '../devices/index.ts'
import { findSession } from './sessions.store.ts'

/** What a session is called where there is room for a word. */
export const sessionName = (login: string, device: string): string => `${login}@${device}`

/** Undefined for a session that is unknown, or whose device is gone. */
export async function findSessionName(database: Database, scope: Scope, uid: SessionUid): Promise<string | undefined> {
  const session = await findSession(database, scope, uid)
  const device = session && (await findDevice(database, scope, session.device_uid))
  return device && sessionName(session.username, device.name)
}
