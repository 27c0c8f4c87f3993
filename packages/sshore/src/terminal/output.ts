// Results to standard output, for people or (with --json) for programs; everything else to standard error.
import type { Surroundings } from '../surroundings.ts'

export interface Output {
  readonly json: boolean
  /** The result of the command: `value` as JSON, or the text for people. */
  result(value: unknown, text: () => string): void
  /** Said to the person only; never part of the result. */
  note(text: string): void
}

export function createOutput({ stdout, stderr }: Pick<Surroundings, 'stdout' | 'stderr'>, json: boolean): Output {
  return {
    json,
    result(value, text) {
      stdout.write(json ? `${JSON.stringify(value, undefined, 2)}\n` : text())
    },
    note(text) {
      stderr.write(`${text}\n`)
    },
  }
}
