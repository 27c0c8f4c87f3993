import { expect, test } from 'vitest'
import { followEvents, type OpenStream } from './follow-events.ts'

const told = (id: string, type: string): string => {
  const actor = { kind: 'user', id: 'u', name: 'ana' }
  const targets = [{ kind: 'device', id: 'd', name: 'pi' }]
  const tenant_id = '99999999-9999-4999-8999-999999999999'
  const event = {
    id: '0c7f3f4e-3d0f-4f0e-9d57-4c5be5f0a111',
    type,
    time: new Date(0).toISOString(),
    tenant_id,
    actor,
    targets,
    before: {},
    after: {},
  }
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(event)}\n\n`
}

async function* cutAfter(...pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces
  throw new Error('The connection is lost.')
}

async function* ending(...pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces
}

async function follow(streams: readonly (OpenStream | undefined)[], before = '') {
  const heard: string[] = []
  const left = [...streams]
  const lastId = await followEvents({
    lastId: before,
    async open(path, headers) {
      heard.push(`open ${path} after ${headers['last-event-id'] ?? 'nothing'}`)
      const next = left.shift()
      if (!next) throw new Error('Nobody answers.')
      return next
    },
    credential: () => ({ authorization: 'Bearer x' }),
    onEvent: ({ type }) => heard.push(type),
    onReset: () => heard.push('reset'),
    onLive: (isLive) => heard.push(isLive ? 'live' : 'not live'),
    wait: async (milliseconds) => void heard.push(`wait ${milliseconds}`),
    isWanted: () => left.length > 0 || heard.length < 40,
  })
  return { heard, lastId }
}

test('comes back with the last id after a cut, waits longer each time in vain, and stops when the credential is over', async () => {
  const { heard } = await follow([
    { status: 200, text: cutAfter('id: e-1\nevent: ready\ndata: {}\n\n', told('e-2', 'device.online')) },
    undefined,
    { status: 429, text: ending() },
    {
      status: 200,
      text: cutAfter('id: e-9\nevent: reset\ndata: {}\n\n', 'id: e-10\nevent: device.online\ndata: {"no":1}\n\n'),
    },
    { status: 200, text: ending('id: e-9\nevent: end\ndata: {"reason":"unauthenticated"}\n\n') },
  ])
  expect(heard).toEqual([
    ...['open /api/events after nothing', 'live', 'reset', 'device.online', 'not live', 'wait 1000'],
    ...['open /api/events after e-2', 'not live', 'wait 2000', 'open /api/events after e-2', 'not live', 'wait 4000'],
    ...[
      'open /api/events after e-2',
      'live',
      'reset',
      'not live',
      'wait 1000',
      'open /api/events after e-10',
      'not live',
    ],
  ])
})

test('does not come back where there is nothing to hear', async () => {
  const { heard } = await follow([{ status: 404, text: ending() }])
  expect(heard).toEqual(['open /api/events after nothing'])
})

test('goes on with another credential where the last one ended, and fetches nothing anew', async () => {
  const over = 'event: end\ndata: {"reason":"unauthenticated"}\n\n'
  const ready = 'event: ready\ndata: {}\n\n'
  const first = await follow([{ status: 200, text: ending(`id: e-1\n${ready}`, `id: e-2\n${over}`) }])
  expect(first).toEqual({ heard: ['open /api/events after nothing', 'live', 'reset', 'not live'], lastId: 'e-2' })
  const second = await follow([{ status: 200, text: ending(`id: e-3\n${ready}`, `id: e-3\n${over}`) }], first.lastId)
  expect(second).toEqual({ heard: ['open /api/events after e-2', 'live', 'not live'], lastId: 'e-3' })
})
