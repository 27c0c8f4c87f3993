import type { Program } from '@sshore/contract'

/** sshd(8), "force-command": whatever was asked for, it runs, and is told what that was. */
export function forced(wanted: Program, command: string | undefined): Program {
  if (command === undefined) return wanted
  if (wanted.kind === 'shell') return { kind: 'exec', command }
  return { kind: 'exec', command, original: wanted.kind === 'exec' ? wanted.command : wanted.name }
}
