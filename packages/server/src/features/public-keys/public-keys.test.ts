import { describe, expect, it } from 'vitest'
import { checkKeyRules, opens } from './public-keys.ts'

const door = { username: 'root', deviceName: 'lab-pi', deviceTags: ['bench', 'arm'] }

describe('a public key', () => {
  it('opens the devices whose name the whole regex matches', () => {
    expect(opens({ username: 'root', filter: { hostname: 'lab-.*' } }, door)).toBe('allowed')
    expect(opens({ username: 'root', filter: { hostname: 'lab' } }, door)).toBe('other_device')
    expect(opens({ username: 'root', filter: { hostname: 'x|lab-pi' } }, door)).toBe('allowed')
  })

  it('opens the devices that carry one of its tags', () => {
    expect(opens({ username: '.*', filter: { tags: ['x86', 'arm'] } }, door)).toBe('allowed')
    expect(opens({ username: '.*', filter: { tags: ['x86'] } }, door)).toBe('other_device')
  })

  it('never takes a part of a login name for the whole', () => {
    expect(opens({ username: 'root', filter: { hostname: '.*' } }, { ...door, username: 'notroot' })).toBe(
      'other_username',
    )
    expect(opens({ username: 'a|root', filter: { hostname: '.*' } }, { ...door, username: 'rootkit' })).toBe(
      'other_username',
    )
    expect(opens({ username: 'root', filter: { hostname: '.*' } }, { ...door, username: 'root\n' })).toBe(
      'other_username',
    )
  })

  it('answers a hostile regex in linear time', () => {
    const hostile = { username: '(a+)+b', filter: { hostname: '.*' } }
    const start = performance.now()
    expect(opens(hostile, { ...door, username: 'a'.repeat(255) })).toBe('other_username')
    expect(performance.now() - start).toBeLessThan(500)
  })

  it.each([
    ['username', { username: '[', filter: { hostname: '.*' } }],
    ['filter.hostname', { username: '.*', filter: { hostname: '(?=x)' } }],
    ['username', { username: '(a{1000}){1000}', filter: { tags: ['arm'] } }],
  ])('is refused when the regex of %s does not compile', (field, rules) => {
    expect(() => checkKeyRules(rules)).toThrow(
      expect.objectContaining({ detail: { fields: [field], message: expect.any(String) } }),
    )
  })
})
