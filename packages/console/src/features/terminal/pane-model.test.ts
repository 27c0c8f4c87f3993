import type { DeviceUid } from '@sshore/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Pane } from './pane-model.ts'

const dialled: string[] = []

/** A socket whose server does not answer. */
class SilentSocket extends EventTarget {
  readonly close = (): void => undefined

  constructor(url: string) {
    super()
    dialled.push(url)
  }
}

beforeEach(() => {
  dialled.length = 0
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('location', { href: 'http://console.test/terminal' })
  vi.stubGlobal('WebSocket', SilentSocket)
})
afterEach(() => vi.unstubAllGlobals())

const newPane = () =>
  new Pane({
    id: 'one',
    device: { uid: 'd'.repeat(64) as DeviceUid, name: 'camera' },
    login: '',
    now: () => 0,
    onKept: () => undefined,
  })

test('a terminal that was closed while its ticket was on the way does not open', () => {
  const [closed, open] = [newPane(), newPane()]
  closed.leave()
  closed.connect({ login: 'root', ticket: 'late' })
  closed.resume('later')
  expect(dialled).toEqual([])
  expect(closed.state().kind).toBe('login')
  open.connect({ login: 'root', ticket: 'in time' })
  expect(dialled).toHaveLength(1)
  expect(open.state().kind).toBe('connecting')
  open.leave()
})
