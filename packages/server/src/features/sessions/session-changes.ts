// What members do to sessions.
import { type DeviceUid, Failure, type SessionUid } from '@sshore/contract'
import type { Change } from '../../hooks.ts'
import { flag } from '../../platform/database/codecs.ts'
import type { Services } from '../../services.ts'
import { getSession, patchSession } from './sessions.store.ts'

/** Fails with `session_not_found`. */
export async function setAuthenticated(
  { database, scope, changed }: Change,
  uid: SessionUid,
  authenticated: boolean,
): Promise<void> {
  const before = flag.read((await getSession(database, scope, uid)).authenticated)
  if (before === authenticated) return
  await patchSession(database, scope, uid, { authenticated: flag.write(authenticated) })
  const target = { kind: 'session', id: uid } as const
  await changed({ what: 'session.update', target, before: { authenticated: before }, after: { authenticated } })
}

/** Asks the gateway that has it; the row is closed when the connection is. Fails with `session_not_found`. */
export async function askToClose(
  { bus }: Services,
  { database, scope, changed, afterCommit }: Change,
  uid: SessionUid,
  device: DeviceUid,
): Promise<void> {
  const session = await getSession(database, scope, uid)
  if (session.device_uid !== device) throw new Failure('session_not_found')
  const after = { device_uid: device, username: session.username }
  await changed({ what: 'session.close', target: { kind: 'session', id: uid }, after })
  afterCommit(() => bus.publish('session.close', { uid, deviceUid: device }))
}
