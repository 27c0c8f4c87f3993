import { CommandFailure, exitCodes } from '../exit-codes.ts'

const codes = { refused: exitCodes.usage, unreachable: exitCodes.unreachable } as const

/** What the server says of a database or a file it cannot use, as the end of a command; any other error as it is. */
export function startFailure(error: unknown): unknown {
  if (error instanceof Error && error.name === 'PositionsUnusableError') {
    return new CommandFailure(exitCodes.usage, 'geo_database_unusable', error.message, { cause: error })
  }
  // By name: a command that finds a running server does not load the server's package.
  if (!(error instanceof Error && error.name === 'DatabaseUnusableError' && 'reason' in error)) return error
  const exitCode = error.reason === 'unreachable' ? codes.unreachable : codes.refused
  return new CommandFailure(exitCode, `database_${String(error.reason)}`, error.message, { cause: error })
}
