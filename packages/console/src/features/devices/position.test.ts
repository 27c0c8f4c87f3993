import { expect, test } from 'vitest'
import { degreesText, isKnown, isPrivate, onMap } from './position.ts'

test('a position is told as people write it, in each language', () => {
  const lisbon = { latitude: 38.7167, longitude: -9.1333 }
  expect(degreesText(lisbon, 'en-GB')).toBe('38.72° N, 9.13° W')
  expect(degreesText(lisbon, 'pt-BR')).toBe('38,72° N, 9,13° O')
  expect(degreesText({ latitude: -18.1416, longitude: 178.4419 }, 'pt-BR')).toBe('18,14° S, 178,44° L')
})

test('no position is told from one on the equator or the meridian', () => {
  expect(
    [
      { latitude: 0, longitude: 0 },
      { latitude: 0, longitude: 32.5 },
      { latitude: 51.48, longitude: 0 },
    ].map(isKnown),
  ).toEqual([false, true, true])
})

test('a place has its point on the map, and none is outside of it', () => {
  expect(onMap({ latitude: 84, longitude: -180 })).toEqual({ left: 0, top: 0 })
  expect(onMap({ latitude: 13.5, longitude: 0 })).toEqual({ left: 0.5, top: 0.5 })
  expect(onMap({ latitude: -90, longitude: 180 })).toEqual({ left: 1, top: 1 })
})

test('private addresses are told from those of the internet', () => {
  for (const address of [
    '10.0.0.1',
    '172.16.0.9',
    '172.31.255.1',
    '192.168.1.7',
    '127.0.0.1',
    '::ffff:10.0.0.1',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    'fd00::1',
    'fe80::1',
    '::1',
  ]) {
    expect([address, isPrivate(address)]).toEqual([address, true])
  }
  for (const address of ['81.2.69.142', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:81.2.69.142', '']) {
    expect([address, isPrivate(address)]).toEqual([address, false])
  }
})
