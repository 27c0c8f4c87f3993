import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const write = (json: boolean) => {
  const lines: string[] = []
  const log = createLog({ json, calendar: () => 0, write: (line) => lines.push(line) })
  log.warn('login refused', { user: 'a\u001b[2J\nb', by: undefined })
  return lines
}

test('a line of text cannot be forged by what it reports', () => {
  const time = new Date(0).toTimeString().slice(0, 8)
  expect(write(false)).toEqual([`${time} warn  login refused user="a\\u001b[2J\\nb"\n`])
})

test('a line of JSON is one object', () => {
  const [line = ''] = write(true)
  expect(JSON.parse(line)).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'warn',
    msg: 'login refused',
    user: 'a\u001b[2J\nb',
  })
})
