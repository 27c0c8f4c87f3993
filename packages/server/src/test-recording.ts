// Recordings as the tests of this package need them, and inputs that work for each of their calls.
import type { SessionUid } from '@sshore/contract'
import { encodeEvents } from '@sshore/recording'
import { compress } from '@sshore/recording/node'
import type { Sample } from './test-samples.ts'
import { session, type World } from './test-world.ts'

/** A recorded seat 0 whose screen said `text`; it runs on unless it is ended. */
export async function recorded(world: World, uid: SessionUid, text = 'hello world', ended = true): Promise<SessionUid> {
  const { internal } = world.stack
  const params = { uid, seat: 0 }
  const size = { columns: 80, rows: 24 }
  await internal.openRecording({ params, body: { kind: 'terminal', policy: 'best_effort', term: 'xterm', ...size } })
  const bytes = Buffer.from(text)
  const content = (await compress(encodeEvents([{ kind: 'output', at: 1500, bytes }]))).toString('base64')
  const told = { milliseconds: 1500, bytes: bytes.length, lost_bytes: 0 }
  await internal.appendRecording({ params: { ...params, number: 1 }, body: { content, ...told } })
  if (ended) await internal.finishRecording({ params, body: told })
  return uid
}

/** A session of which seat 0 was recorded. */
async function recordedSession(world: World, ended = true): Promise<SessionUid> {
  return recorded(world, (await session(world)).uid, 'hello world', ended)
}

export const recordingSamples = {
  listRecordings: async () => ({ query: { page: 1, per_page: 10 } }),
  getRecord: async (world) => ({ params: { uid: await recordedSession(world), seat: '0' } }),
  watchRecord: async (world) => ({ params: { uid: await recordedSession(world), seat: '0' } }),
  createRecordFrame: async (world) => {
    const { uid } = await session(world)
    const frame = { uid, seat: 1, message: 'hello', width: 80, height: 24 }
    return { params: { uid, seat: '1' }, body: frame }
  },
  deleteRecord: async (world) => ({ params: { uid: await recordedSession(world), seat: '0' } }),
  readRecording: async (world) => ({
    params: { uid: await recordedSession(world), seat: '0' },
    query: { position: 0 },
  }),
  getRecordingKey: async () => ({}),
  searchRecordings: async () => ({ query: { query: 'hello', page: 1, per_page: 10 } }),
  openRecording: async (world) => ({
    params: { uid: (await session(world)).uid, seat: '0' },
    body: { kind: 'terminal', policy: 'best_effort', term: 'xterm', columns: 80, rows: 24 },
  }),
  appendRecording: async (world) => ({
    params: { uid: await recordedSession(world, false), seat: '0', number: '2' },
    body: { content: 'AAAA', milliseconds: 1500, bytes: 5, lost_bytes: 0 },
  }),
  finishRecording: async (world) => ({
    params: { uid: await recordedSession(world, false), seat: '0' },
    body: { milliseconds: 1500, bytes: 5, lost_bytes: 0 },
  }),
} satisfies Readonly<Record<string, (world: World) => Promise<Sample>>>
