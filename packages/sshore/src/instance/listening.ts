import { CommandFailure, exitCodes } from '../exit-codes.ts'

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Runs `listen` and turns what the system refuses into a sentence that names the setting to change. */
export async function listening<Result>(
  variable: string,
  host: string,
  port: number,
  listen: () => Promise<Result>,
): Promise<Result> {
  try {
    return await listen()
  } catch (cause) {
    const fail = (code: string, message: string): CommandFailure => {
      const exitCode = code === 'port_in_use' ? exitCodes.conflict : exitCodes.failed
      return new CommandFailure(exitCode, code, message, { cause })
    }
    switch (codeOf(cause)) {
      case 'EADDRINUSE':
        throw fail(
          'port_in_use',
          `Port ${port} on ${host} is taken by another program. Choose another one with ${variable}.`,
        )
      case 'EACCES':
        throw fail(
          'port_refused',
          `Port ${port} needs more rights than this user has. Choose one above 1023 with ${variable}.`,
        )
      case 'EADDRNOTAVAIL':
        throw fail('address_unavailable', `This machine has no address ${host}. Choose another one with SSHORE_HOST.`)
      default:
        throw cause
    }
  }
}
