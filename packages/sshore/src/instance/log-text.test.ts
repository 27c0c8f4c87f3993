import { describe, expect, it } from 'vitest'
import { logText } from './log-text.ts'

const line = (entry: object): string => `${JSON.stringify({ level: 30, time: '2026-01-02T03:04:05.678Z', ...entry })}\n`

describe('a log line for people', () => {
  it('tells when, how bad, what, and the details', () => {
    const text = logText(line({ level: 40, msg: 'odd', device: 'box', count: 3, what: 'two words' }), false)
    expect(text).toMatch(/^\d\d:04:05 warn {2}odd device=box count=3 what="two words"\n$/)
  })

  it('keeps what clients chose from steering the terminal', () => {
    const text = logText(line({ msg: 'login \u001b[2J', user: 'a\nb\u009b31m' }), false)
    expect(text.trimEnd()).not.toMatch(/\p{Cc}/u)
    expect(text).toContain(String.raw`\x1b[2J`)
  })

  it('shows the stack of an error below it', () => {
    const text = logText(line({ msg: 'broken', err: { message: 'no', stack: 'Error: no\n    at here' } }), false)
    expect(text).toMatch(/broken\n {2}Error: no\n {6}at here\n$/)
  })

  it('passes on what is no log line', () => {
    expect(logText('plain text\n', true)).toBe('plain text\n')
  })
})
