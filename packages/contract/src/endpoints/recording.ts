// What was recorded of sessions: to be played, checked, searched and removed.
import { type Static, Type } from 'typebox'
import { DeviceUid, SessionUid } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { recordings } from '../limits.ts'
import { OneOf, Paging, Time, TotalCount } from '../schemas.ts'

export const Seat = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'Number of the channel in its session',
})
const seat = Type.Object({ uid: SessionUid, seat: Seat })

export const Recording = Type.Object({
  uid: SessionUid,
  seat: Seat,
  device_uid: DeviceUid,
  device_name: Type.String({ examples: ['lab-pi'] }),
  username: Type.String({ description: 'Login name on the device', examples: ['root'] }),
  kind: OneOf(
    ['terminal', 'command'],
    'terminal: its screen; command: what ran and how it ended, without what went through',
  ),
  source: OneOf(['gateway', 'api'], 'Who wrote it'),
  policy: OneOf(['best_effort', 'required'], 'What held when it began'),
  started_at: Time,
  ended_at: Time,
  milliseconds: Type.Integer({ description: 'Time of the last event', examples: [61_500] }),
  bytes: Type.Integer({ description: 'Output that is in it', examples: [48_123] }),
  lost_bytes: Type.Integer({ description: 'Output that is missing; the recording says where', examples: [0] }),
  blocks: Type.Integer({ examples: [12] }),
  outcome: OneOf(
    ['running', 'complete', 'interrupted'],
    'interrupted: the server or the gateway stopped before the end',
  ),
})
export type Recording = Static<typeof Recording>

export const listRecordings = endpoint({
  id: 'listRecordings',
  method: 'GET',
  path: '/api/recordings',
  feature: 'recording',
  summary: 'List recordings, newest first',
  access: { kind: 'member', permission: 'session:play', apiKey: true },
  query: Type.Object({ session: Type.Optional(SessionUid), ...Paging }),
  success: { status: 200, description: 'Recordings', body: Type.Array(Recording), headers: TotalCount },
  errors: [],
})

export const getRecord = endpoint({
  id: 'getRecord',
  method: 'GET',
  path: '/api/sessions/{uid}/records/{seat}',
  feature: 'recording',
  summary: 'Play a recording: asciicast v2, with resizes; of a running session, what there is so far',
  description:
    'One JSON value a line (asciicast v2). Requests of the client, endings and gaps are markers (`m`). Output that is no ' +
    'UTF-8 shows U+FFFD; its bytes are in `readRecording`.',
  access: { kind: 'member', permission: 'session:play', apiKey: true },
  params: seat,
  success: {
    status: 200,
    description: 'The recording',
    body: Type.Unknown({ description: 'The header, or an event' }),
    stream: 'application/x-asciicast',
  },
  errors: ['recording_not_found'],
})

export const watchRecord = endpoint({
  id: 'watchRecord',
  method: 'GET',
  path: '/api/sessions/{uid}/records/{seat}/live',
  feature: 'recording',
  summary: 'Watch a running session: its recording so far and then as it grows, as server-sent events',
  description:
    '`data` of each event `line` is one line of asciicast v2. The stream ends with the event `end` when the recording does, ' +
    'or when the credential no longer opens it.',
  access: { kind: 'member', permission: 'session:play', apiKey: true },
  params: seat,
  success: {
    status: 200,
    description: 'Lines until the end',
    body: Type.Unknown({ description: 'The header, or an event' }),
    stream: 'text/event-stream',
  },
  errors: ['recording_not_found', 'too_many_requests'],
})

export const createRecordFrame = endpoint({
  id: 'createRecordFrame',
  method: 'POST',
  path: '/api/sessions/{uid}/records/{seat}',
  feature: 'recording',
  summary: 'Add a frame to a recording that this call writes; those of the gateway are its own',
  access: { kind: 'member', permission: 'session:update', apiKey: true },
  params: seat,
  body: Type.Object({
    uid: SessionUid,
    seat: Seat,
    message: Type.String({ maxLength: recordings.frameChars, description: 'What the terminal got' }),
    width: Type.Integer({ minimum: 0, maximum: 65_535, description: 'Columns' }),
    height: Type.Integer({ minimum: 0, maximum: 65_535, description: 'Rows' }),
  }),
  success: { status: 200, description: 'Added' },
  errors: ['session_not_found', 'recording_of_gateway', 'recording_full', 'recording_unavailable'],
  unprocessableBody: true,
})

export const deleteRecord = endpoint({
  id: 'deleteRecord',
  method: 'DELETE',
  path: '/api/sessions/{uid}/records/{seat}',
  feature: 'recording',
  summary: 'Remove a recording for good; the audit log says who did',
  access: { kind: 'member', permission: 'session:remove', apiKey: true },
  params: seat,
  success: { status: 200, description: 'Gone' },
  errors: ['recording_not_found', 'recording_runs'],
})

export const readRecording = endpoint({
  id: 'readRecording',
  method: 'GET',
  path: '/api/recordings/{uid}/{seat}',
  feature: 'recording',
  summary: 'Read a recording as it is kept, a piece at a time: blocks in a chain that the server signed',
  description:
    'The pieces in order are one file, which `sshore recording verify` checks without the server. Of a running session, ' +
    '`next` leads on to what is not there yet.',
  access: { kind: 'member', permission: 'session:play', apiKey: true },
  params: seat,
  query: Type.Object({
    position: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_125_899_906_842_624,
        default: 0,
        description: '`next` of the piece before',
      }),
    ),
  }),
  success: {
    status: 200,
    description: 'A piece',
    body: Type.Object({
      content: Type.String({ description: 'Base64; empty when there is nothing more', examples: ['c3Nob3Jl'] }),
      next: Type.Integer({ description: 'Position to go on with', examples: [48_123] }),
      ended: Type.Boolean({ description: 'Nothing will follow' }),
    }),
  },
  errors: ['recording_not_found', 'recording_broken'],
})

export const getRecordingKey = endpoint({
  id: 'getRecordingKey',
  method: 'GET',
  path: '/api/recordings/key',
  feature: 'recording',
  summary: 'Get the public key with which the server signs recordings',
  access: { kind: 'member', permission: 'session:play', apiKey: true },
  success: {
    status: 200,
    description: 'The key',
    body: Type.Object({
      public_key: Type.String({ description: 'Ed25519, PEM' }),
      fingerprint: Type.String({ description: 'SHA-256 of its DER form', examples: ['SHA256:2l0c…'] }),
    }),
  },
  errors: [],
})

export const searchRecordings = endpoint({
  id: 'searchRecordings',
  method: 'GET',
  path: '/api/recordings/search',
  feature: 'recording',
  summary: 'Find what was on a screen, in all recordings of the namespace, newest first',
  access: { kind: 'member', permission: 'session:play', apiKey: true },
  query: Type.Object({
    query: Type.String({
      ...{ minLength: 1, maxLength: recordings.queryChars, examples: ['passwd'] },
      description: 'Words, all of which were on the screen within a moment; case does not matter',
    }),
    ...Paging,
  }),
  success: {
    status: 200,
    description: 'Where it was',
    body: Type.Array(
      Type.Object({
        uid: SessionUid,
        seat: Seat,
        device_name: Type.String({ examples: ['lab-pi'] }),
        username: Type.String({ examples: ['root'] }),
        second: Type.Number({ description: 'In the recording', examples: [61.5] }),
        time: Time,
        text: Type.String({ description: 'The lines with the words', examples: ['$ passwd root'] }),
      }),
    ),
    headers: TotalCount,
  },
  errors: [],
})
