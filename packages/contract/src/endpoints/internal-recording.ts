// What the gateway hands over to be recorded. Reachable only with the service token of our own processes.
import { Type } from 'typebox'
import { SessionUid } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { recordings } from '../limits.ts'
import { OneOf } from '../schemas.ts'
import { Seat } from './recording.ts'

const access = { kind: 'internal' } as const
const params = Type.Object({ uid: SessionUid, seat: Seat })

export const openRecording = endpoint({
  id: 'openRecording',
  method: 'POST',
  path: '/internal/recordings/{uid}/{seat}',
  feature: 'recording',
  summary: 'Begin the recording of a seat; telling it twice finds the first',
  access,
  params,
  body: Type.Object({
    kind: OneOf(['terminal', 'command'], 'Whether there is a screen'),
    policy: OneOf(['best_effort', 'required'], 'What holds'),
    term: Type.String({ maxLength: 255 }),
    columns: Type.Integer({ minimum: 0, maximum: 65_535 }),
    rows: Type.Integer({ minimum: 0, maximum: 65_535 }),
  }),
  success: { status: 200, description: 'Begun' },
  errors: ['session_not_found', 'recording_unavailable'],
})

const count = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

export const appendRecording = endpoint({
  id: 'appendRecording',
  method: 'PUT',
  path: '/internal/recordings/{uid}/{seat}/blocks/{number}',
  feature: 'recording',
  summary: 'Add a block of events; telling it twice adds it once',
  access,
  params: Type.Object({ uid: SessionUid, seat: Seat, number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  body: Type.Object({
    content: Type.String({ maxLength: recordings.blockChars, description: 'Base64 of the compressed events' }),
    milliseconds: count('Of the last event'),
    bytes: count('Output in all blocks up to this one'),
    lost_bytes: count('Output lost up to this one'),
  }),
  success: { status: 200, description: 'Kept' },
  errors: ['recording_not_found', 'recording_order', 'recording_unavailable'],
})

export const finishRecording = endpoint({
  id: 'finishRecording',
  method: 'POST',
  path: '/internal/recordings/{uid}/{seat}/finish',
  feature: 'recording',
  summary: 'End a recording; nothing can be added to it afterwards',
  access,
  params,
  body: Type.Object({
    milliseconds: count('Of the last event'),
    bytes: count('Output in all blocks'),
    lost_bytes: count('Output lost'),
  }),
  success: { status: 200, description: 'Ended' },
  errors: ['recording_not_found', 'recording_unavailable'],
})
