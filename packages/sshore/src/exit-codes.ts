// What the exit code of a command means. Scripts may rely on these numbers.
import { ApiError } from '@sshore/client'
import { errors, Failure } from '@sshore/contract'
import { CommanderError } from 'commander'
import { ConfigProblems } from './config/config.ts'

export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  conflict: 4,
  unreachable: 5,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.ok, 'done'],
  [exitCodes.failed, 'failed'],
  [exitCodes.usage, 'wrong usage or wrong input'],
  [exitCodes.notFound, 'what was named does not exist'],
  [exitCodes.conflict, 'in conflict with what exists: a name that is taken, a folder or port in use'],
  [exitCodes.unreachable, 'the server or its database cannot be reached'],
]

/** Ends a command with a sentence for the person and a code for the script. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode
  readonly code: string
  /** The result has said everything already. */
  readonly told: boolean

  constructor(exitCode: ExitCode, code: string, message: string, options: ErrorOptions & { told?: true } = {}) {
    super(message, options)
    this.name = 'CommandFailure'
    this.exitCode = exitCode
    this.code = code
    this.told = options.told === true
  }
}

function exitCodeOf(status: number): ExitCode {
  if (status === 0) return exitCodes.unreachable
  if (status === 400 || status === 422) return exitCodes.usage
  if (status === 404) return exitCodes.notFound
  return status === 409 ? exitCodes.conflict : exitCodes.failed
}

/** Primary result codes (https://www.sqlite.org/rescode.html). */
const sqlite = { corrupt: 11, full: 13, notADatabase: 26 } as const
const noRoom: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** What `node:sqlite` tells without the bits that say more exactly what happened; undefined when the error is another one. */
const sqliteCodeOf = (error: object): number | undefined =>
  'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

/** What is wrong with the disk, and what to do about it; undefined when that is not what failed. */
function diskFailureOf(error: unknown): CommandFailure | undefined {
  if (!(error instanceof Error)) return undefined
  const code = sqliteCodeOf(error)
  if (code === sqlite.full || ('code' in error && noRoom.has(error.code))) {
    const message = `There is no room left on the disk (${error.message}). Make room on it, or choose a folder on another one.`
    return new CommandFailure(exitCodes.failed, 'disk_full', message, { cause: error })
  }
  if (code !== sqlite.corrupt && code !== sqlite.notADatabase) return undefined
  const message = `The database is damaged (${error.message}). Put the data folder aside, and a backup in its place with "sshore restore".`
  return new CommandFailure(exitCodes.failed, 'database_damaged', message, { cause: error })
}

export interface Ending {
  readonly exitCode: ExitCode
  readonly code: string
  readonly message: string
  readonly fields: readonly string[]
  /** Nothing more is to be said. */
  readonly told: boolean
  /** A fault of ours, whose stack is worth showing when somebody asks for it. */
  readonly unexpected: boolean
}

/** How a command that threw `error` ends; undefined when it only showed its help. */
export function endingOf(error: unknown): Ending | undefined {
  const ending = (exitCode: ExitCode, code: string, { message }: Error): Ending => {
    return { exitCode, code, message, fields: [], told: false, unexpected: false }
  }
  if (error instanceof CommandFailure) return { ...ending(error.exitCode, error.code, error), told: error.told }
  if (error instanceof ConfigProblems) return ending(exitCodes.usage, 'wrong_settings', error)
  if (error instanceof Failure) return ending(exitCodeOf(errors[error.code].status), error.code, error)
  if (error instanceof CommanderError && error.exitCode === 0) return undefined
  if (error instanceof CommanderError) return ending(exitCodes.usage, 'wrong_usage', error)
  if (error instanceof ApiError && error.code === 'internal') {
    const message = 'The server failed at this. Its log says why; "sshore doctor" beside it looks for what is wrong.'
    return { ...ending(exitCodes.failed, error.code, error), message }
  }
  if (error instanceof ApiError) return { ...ending(exitCodeOf(error.status), error.code, error), fields: error.fields }
  const disk = diskFailureOf(error)
  if (disk) return ending(disk.exitCode, disk.code, disk)
  const fault = error instanceof Error ? error : new Error(String(error))
  return { ...ending(exitCodes.failed, 'unexpected', fault), unexpected: true }
}
