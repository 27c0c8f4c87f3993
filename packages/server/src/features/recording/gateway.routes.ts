// What the gateway hands over.
import { contract, type SessionUid } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import type { Services } from '../../services.ts'
import { locateSession } from '../sessions/index.ts'
import { append, finish, open } from './recordings.ts'
import { getRecording, type RecordingRow } from './recordings.store.ts'

const rowOf = async ({ database }: Services, uid: SessionUid, seat: number): Promise<RecordingRow> =>
  getRecording(database, await locateSession(database, uid), uid, seat)

export const gatewayRoutes = [
  implement(contract.openRecording, async ({ params: { uid: session, seat }, body, change, services }) => {
    const scope = await locateSession(services.database, session)
    await open(services, change, scope, { session, seat, source: 'gateway' }, body)
  }),

  implement(contract.appendRecording, async ({ params: { uid, seat, number }, body, services }) => {
    const content = Buffer.from(body.content, 'base64')
    await append(services, await rowOf(services, uid, seat), { ...body, number, content })
  }),

  implement(contract.finishRecording, async ({ params: { uid, seat }, body, services }) =>
    finish(services, await rowOf(services, uid, seat), 'complete', body),
  ),
]
