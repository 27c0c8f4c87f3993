// A recording as the console gets it: asciicast v2, one JSON value a line.

export interface CastEvent {
  /** Since its beginning. */
  readonly second: number
  /** Output, another size of the screen, or a marker. */
  readonly kind: 'o' | 'r' | 'm'
  readonly text: string
}

export interface Cast {
  readonly columns: number
  readonly rows: number
  readonly events: readonly CastEvent[]
  /** When its last event was. */
  readonly seconds: number
}

const usualSize = { columns: 80, rows: 24 }
const isKind = (word: unknown): word is CastEvent['kind'] => word === 'o' || word === 'r' || word === 'm'

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

export function eventOf(line: string): CastEvent | undefined {
  const value = parsed(line)
  if (!isList(value)) return undefined
  const [second, kind, text] = value
  return typeof second === 'number' && isKind(kind) && typeof text === 'string' ? { second, kind, text } : undefined
}

export function sizeOf(header: string): { readonly columns: number; readonly rows: number } {
  const value = parsed(header)
  if (typeof value !== 'object' || value === null) return usualSize
  const columns: unknown = Reflect.get(value, 'width')
  const rows: unknown = Reflect.get(value, 'height')
  if (typeof columns !== 'number' || typeof rows !== 'number' || columns < 1 || rows < 1) return usualSize
  return { columns, rows }
}

/** What is no event is left out: a recording that is still written may end in the middle of a line. */
export function castOf(text: string): Cast {
  const [header = '', ...lines] = text.split('\n')
  const events = lines.map(eventOf).filter((event) => event !== undefined)
  return { ...sizeOf(header), events, seconds: events.at(-1)?.second ?? 0 }
}

/** As lines again, for the player; `seconds`: when each event is. */
export const castText = ({ columns, rows, events }: Cast, seconds: readonly number[]): string =>
  [
    JSON.stringify({ version: 2, width: columns, height: rows }),
    ...events.map(({ kind, text }, at) => JSON.stringify([seconds[at] ?? 0, kind, text])),
  ].join('\n')
