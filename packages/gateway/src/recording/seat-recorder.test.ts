import { ApiError, type Client, createClient } from '@sshore/client'
import type { RecordingPolicy, SessionUid } from '@sshore/contract'
import { decodeEvents, type RecordedEvent } from '@sshore/recording'
import { decompress } from '@sshore/recording/node'
import { expect, test, vi } from 'vitest'
import { TestClock } from '../test-clock.ts'
import { type SeatOpening, SeatRecorder } from './seat-recorder.ts'

interface Store {
  readonly client: Client
  readonly events: RecordedEvent[]
  readonly calls: string[]
  /** How each call is answered: taken, refused for the moment or for good, or not at all. */
  mood: 'good' | 'full' | 'gone' | 'silent'
  /** Answers those that wait. */
  wake(): void
}

function createStore(): Store {
  const waiting: (() => void)[] = []
  const store: Store = {
    events: [],
    calls: [],
    mood: 'good',
    wake: () => {
      for (const go of waiting.splice(0)) go()
    },
    client: createClient(async ({ path, body = '{}' }) => {
      if (store.mood === 'silent') await new Promise<void>((resolve) => waiting.push(resolve))
      if (store.mood === 'full') throw new ApiError({ status: 503, code: 'recording_unavailable', message: 'full' })
      if (store.mood === 'gone') throw new ApiError({ status: 404, code: 'session_not_found', message: 'gone' })
      store.calls.push(path.split('/').slice(5).join('/') || 'open')
      const { content } = JSON.parse(body) as { content?: string }
      if (content !== undefined) store.events.push(...decodeEvents(await decompress(Buffer.from(content, 'base64'))))
      return { status: 200, header: () => undefined, text: '' }
    }),
  }
  return store
}

const terminal: SeatOpening = { kind: 'terminal', term: 'xterm', columns: 80, rows: 24 }

function recorderOf(policy: Exclude<RecordingPolicy, 'off'>, store = createStore(), opening = terminal) {
  const clock = new TestClock()
  const recorder = new SeatRecorder(opening, {
    ...{ client: store.client, clock, policy, seat: 0, uid: 'a'.repeat(64) as SessionUid },
    ...{ opened: Promise.resolve(), onFault: () => undefined },
  })
  return { recorder, store, clock }
}

const textIn = (events: readonly RecordedEvent[]): string =>
  events.map((event) => (event.kind === 'output' ? Buffer.from(event.bytes).toString() : '')).join('')

const noise = (bytes: number) => Buffer.alloc(bytes, 'noise ')

test('hands over what came within half a second as one block, in order, and then the end', async () => {
  const { recorder, store, clock } = recorderOf('best_effort')
  await recorder.ready
  recorder.output(Buffer.from('one '))
  await clock.pass(0.1)
  recorder.output(Buffer.from('two'))
  recorder.resize(100, 30)
  recorder.note('exit-status', '0')
  await clock.pass(0.5)
  await vi.waitFor(() => expect(store.calls).toEqual(['open', 'blocks/1']))
  expect(textIn(store.events)).toBe('one two')
  expect(store.events.map(({ kind, at }) => [kind, at])).toEqual([
    ...[
      ['resize', 0],
      ['output', 0],
      ['output', 100],
      ['resize', 100],
      ['note', 100],
    ],
  ])
  recorder.output(Buffer.from(' three'))
  await recorder.finish()
  expect(store.calls).toEqual(['open', 'blocks/1', 'blocks/2', 'finish'])
  recorder.output(Buffer.from('late'))
  await recorder.finish()
  expect(textIn(store.events)).toBe('one two three')
})

test('a program without a terminal leaves what it was and how much it said', async () => {
  const { recorder, store } = recorderOf('best_effort', createStore(), { ...terminal, kind: 'command' })
  recorder.note('exec', 'cat')
  recorder.input(3)
  recorder.output(Buffer.from('secret'))
  await recorder.finish()
  expect(store.events).toMatchObject([
    { kind: 'note', name: 'exec', text: 'cat' },
    { kind: 'note', name: 'bytes', text: '3 from the client, 6 to it' },
  ])
})

test('the device waits for a store that is behind, and nothing is lost', async () => {
  const { recorder, store, clock } = recorderOf('best_effort')
  await recorder.ready
  store.mood = 'silent'
  let released = 0
  for (let part = 0; part < 32; part += 1) {
    recorder.output(noise(64 * 1024))
    recorder.withhold(() => (released += 1))
  }
  expect(released).toBeGreaterThan(10)
  expect(released).toBeLessThan(20)
  store.mood = 'good'
  await vi.waitFor(async () => {
    store.wake()
    await clock.pass(0.1)
    expect(released).toBe(32)
  })
  await recorder.finish()
  expect(textIn(store.events)).toHaveLength(32 * 64 * 1024)
})

test('under best effort a store that stalls holds nobody up: what there is no room for is a gap', async () => {
  const { recorder, store, clock } = recorderOf('best_effort')
  await recorder.ready
  recorder.output(Buffer.from('before '))
  await clock.pass(1)
  await vi.waitFor(() => expect(store.calls).toContain('blocks/1'))
  store.mood = 'full'
  let released = 0
  for (let part = 0; part < 200; part += 1) {
    recorder.output(noise(64 * 1024))
    recorder.withhold(() => (released += 1))
    if (part === 20) await vi.waitFor(() => expect(released).toBe(21))
  }
  expect(released).toBe(200)
  store.mood = 'good'
  await vi.waitFor(async () => {
    await clock.pass(1)
    expect(store.calls.length).toBeGreaterThan(3)
  })
  recorder.output(Buffer.from('after'))
  await recorder.finish()
  const lost = store.events.reduce((sum, event) => sum + (event.kind === 'gap' ? event.bytes : 0), 0)
  expect(lost).toBeGreaterThan(100 * 64 * 1024)
  expect(textIn(store.events)).toHaveLength('before after'.length + 200 * 64 * 1024 - lost)
  expect(textIn(store.events)).toMatch(/^before [^]*after$/)
})

test('required, a store that stays full ends it, after a while in which the device waits', async () => {
  const { recorder, store, clock } = recorderOf('required')
  expect(await recorder.ready).toBe(true)
  store.mood = 'full'
  let [released, lost] = [0, 0]
  recorder.onLost = () => (lost += 1)
  for (let part = 0; part < 40; part += 1) {
    recorder.output(noise(64 * 1024))
    recorder.withhold(() => (released += 1))
  }
  for (let second = 0; second < 8; second += 1) {
    await clock.pass(1)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect([lost, released < 40]).toEqual([0, true])
  await vi.waitFor(async () => {
    await clock.pass(1)
    expect(lost).toBe(1)
  })
  expect(released).toBe(40)
})

test('required, nothing may run before the recording stands, and never when it cannot', async () => {
  const full = createStore()
  full.mood = 'full'
  const waiting = recorderOf('required', full)
  let answer: boolean | undefined
  void waiting.recorder.ready.then((ready) => (answer = ready))
  await waiting.clock.pass(0.5)
  expect(answer).toBeUndefined()
  full.mood = 'good'
  await vi.waitFor(async () => {
    await waiting.clock.pass(1)
    expect(answer).toBe(true)
  })
  const gone = createStore()
  gone.mood = 'gone'
  expect(await recorderOf('required', gone).recorder.ready).toBe(false)
  expect(await recorderOf('best_effort', gone).recorder.ready).toBe(true)
})
