// Results to standard output, for people or (with --json) for programs; everything else to standard error.
import type { Surroundings } from '../surroundings.ts'
import { textTable } from './text-table.ts'

export interface Output {
  readonly json: boolean
  /** The result of the command: `value` as JSON, or the text for people. */
  result(value: unknown, text: () => string): void
  /** One of several results: on a line of its own as JSON, or the text for people, without its end. */
  item(value: unknown, text: () => string): void
  /** Columns for people, cut to the width of the terminal; whole where the output goes elsewhere. */
  table(header: readonly string[], rows: readonly (readonly string[])[]): string
  /** Said to the person only; never part of the result. */
  note(text: string): void
}

/** JSON leaves U+007F to U+009F as they are, and terminals take some of them for commands. */
const acting = /[\u007f-\u009f]/g

const jsonText = (value: unknown, indent: number | undefined): string =>
  JSON.stringify(value, undefined, indent).replaceAll(
    acting,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )

export function createOutput({ stdout, stderr }: Pick<Surroundings, 'stdout' | 'stderr'>, json: boolean): Output {
  return {
    json,
    result(value, text) {
      stdout.write(json ? `${jsonText(value, 2)}\n` : text())
    },
    item(value, text) {
      stdout.write(`${json ? jsonText(value, undefined) : text()}\n`)
    },
    table: (header, rows) => textTable(header, rows, stdout.isTTY === true ? stdout.columns : undefined),
    note(text) {
      stderr.write(`${text}\n`)
    },
  }
}
