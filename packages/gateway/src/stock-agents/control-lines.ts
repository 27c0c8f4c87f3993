// What is said on the control connection of the older generation: lines of JSON in binary WebSocket messages, whose
// borders mean nothing.
import { parseObject } from './parse-object.ts'

export interface ControlCommand {
  readonly command: string
  readonly connPath?: string
  readonly err?: string
}

const lineBytesMost = 4096
/** In one message; whatever is no command costs as much as one, and a message could hold a quarter of a million. */
const linesMost = 64

export const encodeCommand = (command: ControlCommand): Buffer => Buffer.from(`${JSON.stringify(command)}\n`)

function parseCommand(line: string): ControlCommand | undefined {
  const { command, connPath, err } = parseObject(line) ?? {}
  if (typeof command !== 'string') return undefined
  return {
    command,
    ...(typeof connPath === 'string' ? { connPath } : {}),
    ...(typeof err === 'string' ? { err } : {}),
  }
}

/** Cuts what arrives into commands. `read` gives back undefined for lines that are too long, or too many. */
export class ControlLines {
  #rest = ''

  /** Lines that are no commands are passed over, as a newer agent may know more of them. */
  read(chunk: Buffer): ControlCommand[] | undefined {
    const lines = (this.#rest + chunk.toString('latin1')).split('\n')
    this.#rest = lines.pop() ?? ''
    if (lines.length > linesMost) return undefined
    if (this.#rest.length > lineBytesMost || lines.some((line) => line.length > lineBytesMost)) return undefined
    const utf8 = (line: string): string => Buffer.from(line, 'latin1').toString('utf8')
    return lines.map((line) => parseCommand(utf8(line))).filter((command) => command !== undefined)
  }
}
