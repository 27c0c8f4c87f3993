// One line per event, to standard error. The agent has few events, so a library would weigh more than it gives.
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

type Level = keyof Log

/** Control characters would let what a server or a user sends draw on the terminal that shows the log. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '?')

function textLine(level: Level, message: string, fields: LogFields): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${/\s/.test(String(value)) ? JSON.stringify(value) : String(value)}`)
  return printable([level.padEnd(5), message, ...parts].join(' '))
}

/**
 * Text carries the local time of day, as the server's log does; JSON the whole date. `write` takes one line with its
 * end; `calendar` gives milliseconds since 1970.
 */
export function createLog(options: {
  readonly json: boolean
  readonly calendar: () => number
  readonly write: (line: string) => void
}): Log {
  const line = (level: Level, message: string, fields: LogFields) => {
    const at = new Date(options.calendar())
    const text = options.json
      ? JSON.stringify({ time: at.toISOString(), level, msg: message, ...fields })
      : `${at.toTimeString().slice(0, 8)} ${textLine(level, message, fields)}`
    options.write(`${text}\n`)
  }
  return {
    info: (message, fields = {}) => line('info', message, fields),
    warn: (message, fields = {}) => line('warn', message, fields),
    error: (message, fields = {}) => line('error', message, fields),
  }
}

/** What went wrong, for a log or a person: the message without a stack, and the cause where the message is general. */
export function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  return failure.cause instanceof Error && failure.cause.message !== ''
    ? `${failure.message} (${failure.cause.message})`
    : failure.message
}
