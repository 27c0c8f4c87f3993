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

/**
 * Reads a recording as it comes, in pieces of any size, so that one of a hundred megabytes does not hold the page up. What is no
 * event is left out: a recording that is still written may end in the middle of a line.
 */
export async function readCast(pieces: AsyncIterable<string>): Promise<Cast> {
  const events: CastEvent[] = []
  let size: ReturnType<typeof sizeOf> | undefined
  let rest = ''
  const take = (line: string): void => {
    if (!size) {
      size = sizeOf(line)
      return
    }
    const event = eventOf(line)
    if (event) events.push(event)
  }
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
  take(rest)
  return { ...(size ?? usualSize), events, seconds: events.at(-1)?.second ?? 0 }
}

/** For the player; `seconds`: when each event is. */
export const castValues = ({ columns, rows, events }: Cast, seconds: readonly number[]): unknown[] => [
  { version: 2, width: columns, height: rows },
  ...events.map(({ kind, text }, at) => [seconds[at] ?? 0, kind, text]),
]
