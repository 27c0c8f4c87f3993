// Text from elsewhere on its way to a terminal.

/** Keeps what prints, newlines and tabs; a terminal obeys everything else (escape sequences, carriage returns). */
export function withoutControls(text: string): string {
  // C0 but \t and \n, DEL and C1, and what reorders or hides text in Unicode terminals.
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2066-\u2069]/g, '')
}

/** One line of it, at most `most` characters. */
export function oneLine(text: string, most = 200): string {
  const line = withoutControls(text).replaceAll(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/** Line ends as a terminal in raw mode needs them. */
export const withTerminalLineEnds = (text: string): string => text.replaceAll('\n', '\r\n')
