// Lines of a log that come within one turn, written at once: a system call for each of them is felt where there are many.

/** What pino begins a line of a warning, or of worse, with. */
const urgent = /^\{"level":[456]0/

/** `write` gets one line or more. Warnings and errors are written at once, for the process may not live longer. */
export function gatherLines(write: (lines: string) => void): (line: string) => void {
  let gathered = ''
  const flush = (): void => {
    if (gathered === '') return
    const lines = gathered
    gathered = ''
    write(lines)
  }
  return (line) => {
    if (gathered === '') queueMicrotask(flush)
    gathered += line
    if (urgent.test(line)) flush()
  }
}
