import { type VariableKey, variables } from '../config/variables.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Both ways in which a setting can be given: nobody here knows which one was used. */
const namesOf = (key: VariableKey): string => `${variables[key].name} or --${variables[key].flag}`

/** How a person chooses the port and the address. */
export interface ListeningNames {
  readonly port: string
  readonly address: string
}

export const httpNames: ListeningNames = { port: namesOf('httpPort'), address: namesOf('host') }
export const sshNames: ListeningNames = { port: namesOf('sshPort'), address: namesOf('sshHost') }

/** Runs `listen` and turns what the system refuses into a sentence that names the setting to change. */
export async function listening<Result>(
  names: ListeningNames,
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
          `Port ${port} on ${host} is taken by another program. Choose another one with ${names.port}.`,
        )
      case 'EACCES':
        throw fail(
          'port_refused',
          `Port ${port} needs more rights than this user has. Choose one above 1023 with ${names.port}.`,
        )
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
        throw fail(
          'address_unavailable',
          `This machine has no address ${host}. Choose another one with ${names.address}.`,
        )
      default:
        throw cause
    }
  }
}
