import { expect, test } from 'vitest'
import { sessionFilter } from './session-list.ts'
import { words } from './words.ts'

test('the title of a row, in either language, finds what its names alone find', () => {
  const found = (q: string, language: 'en' | 'pt') => sessionFilter({ q }, words.one[language]('', ''))
  expect(found('root on vm', 'en')).toBe(found('root vm', 'en'))
  expect(found('root em vm', 'pt')).toBe(found('root vm', 'pt'))
  expect(found('root vm', 'en')).not.toBe(found('root', 'en'))
  expect(found('on', 'en')).toBe(found('on', 'pt'))
})
