import { expect, test } from 'vitest'
import { inertText, webAddress } from './inert-text.ts'

test('what a device calls itself cannot leave its place', () => {
  expect(inertText('a\u0007b\u202Ec\u2066d\n\ne')).toBe('a b c d e')
  expect(inertText('x'.repeat(100), 10)).toBe('xxxxxxxxx…')
  expect(inertText('josé 👩‍🚒 ~/código')).toContain('josé 👩')
})

test('only addresses of the web are links', () => {
  expect(webAddress('https://example.org/a')).toBe('https://example.org/a')
  expect(['javascript:alert(1)', 'file:///etc/passwd', 'vscode://x', 'nonsense'].map(webAddress)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
