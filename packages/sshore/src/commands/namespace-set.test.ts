import { editions } from '@sshore/contract'
import { expect, it } from 'vitest'
import { startTestInstance } from '../test-instance.ts'

it.each([
  [editions[0], true],
  [editions[1], false],
])('who switches recording on in the %s edition is told that nothing is recorded: %s', async (edition, told) => {
  await using server = await startTestInstance({ SSHORE_EDITION: edition })
  await server.signUp('ada')
  for (const words of ['--session-record on', '--session-record-policy required']) {
    const set = await server.beside(`namespace set ada ${words}`)
    expect(set).toMatchObject({ code: 0 })
    expect(set.stderr.includes('Nothing is recorded')).toBe(told)
  }
  expect((await server.beside('namespace set ada --session-record off')).stderr).not.toContain('Nothing is recorded')
})
