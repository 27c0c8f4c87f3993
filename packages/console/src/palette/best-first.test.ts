import { expect, it } from 'vitest'
import { bestFirst } from './best-first.ts'

const found = (text: string, ...labels: readonly string[]) =>
  bestFirst(
    labels.map((label) => ({ label })),
    text,
  ).map(({ label }) => label)

it('puts what begins with the text before what has a word that does, and that before what only contains it', () => {
  expect(found('c', 'Devices', 'Public keys', 'All containers', 'Containers')).toEqual([
    'Containers',
    'All containers',
    'Devices',
    'Public keys',
  ])
})

it('takes the parts of a name for words, and leaves equals in their order', () => {
  expect(found('NORTH', 'the-northern', 'cam-north', 'northbound', 'cam-south')).toEqual([
    'northbound',
    'the-northern',
    'cam-north',
  ])
  expect(found('ão', 'Localização', 'Ações')).toEqual(['Localização'])
})
