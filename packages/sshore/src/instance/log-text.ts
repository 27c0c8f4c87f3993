// One line of the JSON log, as a person reads it.

const levels: Readonly<Record<number, readonly [name: string, colour: number]>> = {
  10: ['trace', 90],
  20: ['debug', 90],
  30: ['info ', 36],
  40: ['warn ', 33],
  50: ['error', 31],
  60: ['fatal', 35],
}

const hidden = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname'])

/** Clients choose some of what is logged: a line break or an escape sequence of theirs must not reach the terminal. */
const printable = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)

const shown = (value: unknown): string => {
  if (typeof value !== 'string') return JSON.stringify(value) ?? ''
  return /^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value)
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('stack' in error)) return ''
  return String(error.stack)
    .split('\n')
    .map((line) => `  ${printable(line)}\n`)
    .join('')
}

/** Time of day, severity, message, then what goes with it as `name=value`. Text that is no JSON passes unchanged. */
export function logText(line: string, colours: boolean): string {
  const entry = parsed(line)
  if (!entry) return line
  const [name, colour] = levels[Number(entry['level'])] ?? ['?    ', 0]
  const severity = colours ? `\u001b[${colour}m${name}\u001b[0m` : name
  const message = typeof entry['msg'] === 'string' ? entry['msg'] : ''
  const time = new Date(String(entry['time'])).toTimeString().slice(0, 8)
  const details = Object.entries(entry)
    .filter(([key]) => !hidden.has(key))
    .map(([key, value]) => ` ${printable(key)}=${printable(shown(value))}`)
    .join('')
  return `${time} ${severity} ${printable(message)}${details}\n${stackOf(entry['err'])}`
}
