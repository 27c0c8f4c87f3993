import { expect, test } from 'vitest'
import { across, frameOf, moved, pointAt, pointsOf, roundUp, sampled, stairs, stretches } from './online-line.ts'

const minute = 60_000
const point = (at: number, online: number, registered = 4) => ({ at: at * minute, online, registered })

test('this moment comes behind what was counted, unless it was counted already', () => {
  const stats = { points: [{ at: new Date(5 * minute).toISOString(), online: 1, registered: 4 }] }
  expect(pointsOf(stats, undefined)).toEqual([point(5, 1)])
  expect(pointsOf(stats, point(7, 2))).toEqual([point(5, 1), point(7, 2)])
  expect(pointsOf(stats, point(5, 2))).toEqual([point(5, 1)])
  expect(pointsOf({ points: [] }, point(7, 2))).toEqual([point(7, 2)])
})

test('the upper edge is a round number that holds all devices', () => {
  expect([0, 1, 3, 4, 7, 9, 11, 47, 99, 101, 1234].map(roundUp)).toEqual([1, 1, 3, 4, 8, 10, 20, 50, 100, 200, 2000])
  expect(frameOf([point(0, 1, 7), point(5, 2, 6)], 0, 10 * minute).most).toBe(8)
  expect(frameOf([], 0, 1).most).toBe(1)
})

test('a line ends where nobody counted, and goes on behind the gap', () => {
  const [a, b, c, d] = [point(0, 1), point(5, 2), point(30, 2), point(35, 1)]
  expect(stretches([a, b, c, d], 5 * minute)).toEqual([
    [a, b],
    [c, d],
  ])
  expect(stretches([], 5 * minute)).toEqual([])
})

test('a count holds until the next one', () => {
  const frame = { from: 0, until: 10 * minute, most: 4 }
  expect(across(-5, frame)).toBe(0)
  expect(stairs([point(0, 1), point(5, 4)], frame, ({ online }) => online)).toEqual({
    line: 'M0 750H500V0',
    area: 'M0 750H500V0V1000H0Z',
  })
  expect(stairs([], frame, ({ online }) => online)).toEqual({ line: '', area: '' })
})

test('a place on the chart means the count that held there', () => {
  const frame = { from: 0, until: 10 * minute, most: 4 }
  const points = [point(2, 1), point(4, 2), point(8, 3)]
  expect([0, 0.2, 0.39, 0.4, 0.79, 1].map((share) => pointAt(points, share, frame))).toEqual([0, 0, 0, 1, 1, 2])
})

test('keys move along the line as on any slider: upwards and a page upwards are later', () => {
  const to = (key: string, index = 50) => moved(key, index, 100)
  expect(['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown'].map((key) => to(key))).toEqual([51, 51, 49, 49])
  expect(['PageUp', 'PageDown', 'Home', 'End'].map((key) => to(key))).toEqual([60, 40, 0, 100])
  expect([to('PageDown', 3), to('PageUp', 97), to('a')]).toEqual([0, 100, undefined])
})

test('a table has few enough rows to be read, the last one always', () => {
  const points = Array.from({ length: 50 }, (_, at) => point(at, 1))
  expect(sampled(points, 10)).toHaveLength(10)
  expect(sampled(points, 10).at(-1)).toEqual(points.at(-1))
  expect(sampled(points.slice(0, 3), 10)).toHaveLength(3)
})
