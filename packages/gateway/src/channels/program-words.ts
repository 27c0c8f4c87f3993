import type { Program } from '@sshore/contract'

/** What runs, as a recording tells it; nothing for the login shell. */
export function wordsOf(program: Program): string {
  if (program.kind === 'shell') return ''
  if (program.kind === 'subsystem') return program.name
  return program.original === undefined ? program.command : `${program.command} (asked for: ${program.original})`
}
