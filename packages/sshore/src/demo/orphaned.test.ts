import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenOrphaned } from './orphaned.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('notices once that the process that started the demo has ended', () => {
  let parent = 700
  const noticed = vi.fn<() => void>()
  using _looking = whenOrphaned({ parentId: () => parent }, noticed)
  vi.advanceTimersByTime(60_000)
  expect(noticed).not.toHaveBeenCalled()
  parent = 1
  vi.advanceTimersByTime(60_000)
  expect(noticed).toHaveBeenCalledOnce()
})
