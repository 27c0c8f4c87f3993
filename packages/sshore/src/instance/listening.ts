import { type VariableKey, variables } from '../config/variables.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const addressSettings = { httpPort: 'host', sshPort: 'sshHost' } as const

/** Both ways in which a setting can be given: nobody here knows which one was used. */
const namesOf = (key: VariableKey): string => `${variables[key].name} or --${variables[key].flag}`

/** Runs `listen` and turns what the system refuses into a sentence that names the setting to change. */
export async function listening<Result>(
  setting: 'httpPort' | 'sshPort',
  host: string,
  port: number,
  listen: () => Promise<Result>,
): Promise<Result> {
  const names = namesOf(setting)
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
          `Port ${port} on ${host} is taken by another program. Choose another one with ${names}.`,
        )
      case 'EACCES':
        throw fail(
          'port_refused',
          `Port ${port} needs more rights than this user has. Choose one above 1023 with ${names}.`,
        )
      case 'EADDRNOTAVAIL':
        throw fail(
          'address_unavailable',
          `This machine has no address ${host}. Choose another one with ${namesOf(addressSettings[setting])}.`,
        )
      default:
        throw cause
    }
  }
}
