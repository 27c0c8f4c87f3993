import { labelled } from '../terminal/text-table.ts'

export interface DemoFacts {
  readonly folder: string
  readonly console: string
  readonly username: string
  readonly password: string
  readonly device: string
  /** The words of a command that opens a shell. */
  readonly ssh: readonly string[]
  /** The words of a command that copies a file to the device. */
  readonly scp: readonly string[]
}

/** A word as a POSIX shell reads it back. */
const quoted = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

const commandLine = (words: readonly string[]): string => words.map(quoted).join(' ')

/** Commands stand alone on their lines, so that a triple click takes them whole. */
export function demoBanner(facts: DemoFacts, bold: (text: string) => string): string {
  const account = labelled([
    ['Console', facts.console],
    ['User name', facts.username],
    ['Password', facts.password],
  ])
  return `
${bold(`This machine is reachable through Sshore as the device ${facts.device}.`)}

Paste this into another terminal for a shell:

${bold(commandLine(facts.ssh))}

This one copies a file through the same way:

${commandLine(facts.scp)}

${account}
Everything lies in ${facts.folder} and goes away at the end. ${bold('Ctrl-C stops the demo.')}

`
}
