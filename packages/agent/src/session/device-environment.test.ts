import { expect, test } from 'vitest'
import { parseAssignments, searchPath } from './device-environment.ts'

test('assignments are read as pam_env reads them', () => {
  const lines = [
    ...['# LANG=no', 'A=1', '  export B="two words" ', "C='x=y'", 'nonsense', 'no-name=8', 'D='],
    ...['E=a#b', 'F="half', 'G=blank  ', 'H=a\\', 'b', 'I=$HOME'],
  ]
  expect(parseAssignments(lines)).toEqual({
    ...{ A: '1', B: 'two words" ', C: 'x=y', D: '' },
    ...{ E: 'a', F: 'half', G: 'blank  ', H: 'ab', I: '$HOME' },
  })
})

test('the search path comes from login.defs where sshd has none of its own', () => {
  const lines = ['#ENV_PATH PATH=/no', 'ENV_SUPATH\tPATH=/sbin:/bin', 'ENV_PATH  PATH=/bin:/games']
  expect(searchPath(lines, false)).toBe('/bin:/games')
  expect(searchPath(lines, true)).toBe('/sbin:/bin')
  expect(searchPath([], true)).toContain('/usr/sbin')
  expect(searchPath(undefined, false)).toBe('/usr/local/bin:/usr/bin:/bin:/usr/games')
})
