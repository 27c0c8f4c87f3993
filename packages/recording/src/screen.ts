// The characters on a terminal's screen, without colours: enough to say what somebody could read there, and when.
import type { Part } from './sequences.ts'

/** Larger ones are cut: a device says how large a screen is. */
const sizeMost = { columns: 500, rows: 200 } as const
const tabColumns = 8

interface Line {
  cells: string[]
  changed: boolean
}

const blank = (): Line => ({ cells: [], changed: false })

export class Screen {
  #columns = 80
  #rows = 24
  #lines: Line[] = []
  #other: Line[] | undefined
  #top = 0
  #bottom = 0
  #row = 0
  #column = 0
  #saved = { row: 0, column: 0 }
  readonly #onLeave: (text: string) => void

  /** `onLeave` is told each changed line that scrolls away or is wiped, as it last was. */
  constructor(columns: number, rows: number, onLeave: (text: string) => void) {
    this.#onLeave = onLeave
    this.resize(columns, rows)
  }

  resize(columns: number, rows: number): void {
    this.#columns = Math.min(Math.max(columns, 1), sizeMost.columns)
    this.#rows = Math.min(Math.max(rows, 1), sizeMost.rows)
    while (this.#lines.length > this.#rows) this.#leave(this.#lines.shift())
    while (this.#lines.length < this.#rows) this.#lines.push(blank())
    this.#top = 0
    this.#bottom = this.#rows - 1
    this.#moveTo(this.#row, this.#column)
  }

  /** The lines that have changed since they were asked for, from the top. */
  takeChanged(): string[] {
    const changed = this.#lines.filter((line) => line.changed)
    for (const line of changed) line.changed = false
    return changed.map(({ cells }) => textOf(cells)).filter((text) => text !== '')
  }

  apply(part: Part): void {
    if (part.kind === 'text') for (const character of part.text) this.#put(character)
    else if (part.kind === 'control') this.#control(part.code)
    else if (part.kind === 'escape') this.#escape(part.final)
    else if (part.mode) this.#mode(part.final, part.numbers)
    else this.#sequence(part.final, part.numbers)
  }

  #put(character: string): void {
    if (this.#column >= this.#columns) {
      this.#column = 0
      this.#lineFeed()
    }
    const line = this.#line
    while (line.cells.length < this.#column) line.cells.push(' ')
    if (line.cells[this.#column] !== character) {
      line.cells[this.#column] = character
      line.changed = true
    }
    this.#column += 1
  }

  #control(code: number): void {
    if (code === 0x08) this.#column = Math.max(0, Math.min(this.#column, this.#columns) - 1)
    else if (code === 0x09) {
      this.#column = Math.min(this.#columns - 1, (Math.floor(this.#column / tabColumns) + 1) * tabColumns)
    } else if (code >= 0x0a && code <= 0x0c) this.#lineFeed()
    else if (code === 0x0d) this.#column = 0
  }

  #escape(final: string): void {
    if (final === 'D') this.#lineFeed()
    else if (final === 'E') {
      this.#column = 0
      this.#lineFeed()
    } else if (final === 'M') {
      if (this.#row === this.#top) this.#insert(this.#top, 1)
      else this.#moveTo(this.#row - 1, this.#column)
    } else if (final === '7') this.#saved = { row: this.#row, column: this.#column }
    else if (final === '8') this.#moveTo(this.#saved.row, this.#saved.column)
    else if (final === 'c') this.#wipe(0, this.#rows)
  }

  #mode(final: string, numbers: readonly number[]): void {
    const alternate = numbers.some((number) => number === 47 || number === 1047 || number === 1049)
    if (!alternate) return
    if (final === 'h' && !this.#other) {
      // Seen until now, and not again before the program goes.
      for (const line of this.#lines) this.#leave(line)
      this.#other = this.#lines
      this.#saved = { row: this.#row, column: this.#column }
      this.#lines = Array.from({ length: this.#rows }, blank)
    } else if (final === 'l' && this.#other) {
      for (const line of this.#lines) this.#leave(line)
      this.#lines = this.#other
      this.#other = undefined
      this.resize(this.#columns, this.#rows)
      this.#moveTo(this.#saved.row, this.#saved.column)
    }
  }

  #sequence(final: string, numbers: readonly number[]): void {
    const first = numbers[0] ?? 0
    const count = Math.min(Math.max(first, 1), sizeMost.columns)
    switch (final) {
      case 'A':
        return this.#moveTo(this.#row - count, this.#column)
      case 'B':
      case 'e':
        return this.#moveTo(this.#row + count, this.#column)
      case 'C':
      case 'a':
        return this.#moveTo(this.#row, this.#column + count)
      case 'D':
        return this.#moveTo(this.#row, this.#column - count)
      case 'E':
        return this.#moveTo(this.#row + count, 0)
      case 'F':
        return this.#moveTo(this.#row - count, 0)
      case 'G':
      case '`':
        return this.#moveTo(this.#row, count - 1)
      case 'd':
        return this.#moveTo(count - 1, this.#column)
      case 'H':
      case 'f':
        return this.#moveTo(count - 1, Math.max(numbers[1] ?? 1, 1) - 1)
      case 'J':
        return this.#eraseScreen(first)
      case 'K':
        return this.#eraseLine(first)
      case 'L':
        return this.#insert(this.#row, count)
      case 'M':
        return this.#delete(this.#row, count)
      case 'S':
        return this.#delete(this.#top, count)
      case 'T':
        return this.#insert(this.#top, count)
      case 'P':
        return this.#edit((cells) => cells.splice(this.#column, count))
      case '@':
        return this.#edit((cells) => cells.splice(this.#column, 0, ...Array.from({ length: count }, () => ' ')))
      case 'X':
        return this.#edit((cells) => cells.fill(' ', this.#column, this.#column + count))
      case 'r':
        return this.#setRegion(count - 1, (numbers[1] ?? 0) === 0 ? this.#rows - 1 : (numbers[1] ?? 0) - 1)
      default:
        return undefined
    }
  }

  get #line(): Line {
    const line = this.#lines[this.#row]
    if (!line) throw new Error('The cursor left the screen.')
    return line
  }

  #moveTo(row: number, column: number): void {
    this.#row = Math.min(Math.max(row, 0), this.#rows - 1)
    this.#column = Math.min(Math.max(column, 0), this.#columns - 1)
  }

  #setRegion(top: number, bottom: number): void {
    const valid = top < bottom && bottom < this.#rows
    this.#top = valid ? top : 0
    this.#bottom = valid ? bottom : this.#rows - 1
    this.#moveTo(0, 0)
  }

  #lineFeed(): void {
    if (this.#row === this.#bottom) this.#delete(this.#top, 1)
    else this.#moveTo(this.#row + 1, this.#column)
  }

  #edit(change: (cells: string[]) => void): void {
    const line = this.#line
    change(line.cells)
    line.cells.length = Math.min(line.cells.length, this.#columns)
    line.changed = true
  }

  #eraseLine(how: number): void {
    const { cells } = this.#line
    if (how === 0) cells.length = Math.min(cells.length, this.#column)
    else if (how === 1) cells.fill(' ', 0, this.#column + 1)
    else this.#wipe(this.#row, this.#row + 1)
  }

  #eraseScreen(how: number): void {
    if (how === 0) {
      this.#eraseLine(0)
      this.#wipe(this.#row + 1, this.#rows)
    } else if (how === 1) {
      this.#wipe(0, this.#row)
      this.#eraseLine(1)
    } else this.#wipe(0, this.#rows)
  }

  #wipe(from: number, to: number): void {
    for (let row = from; row < to; row += 1) {
      this.#leave(this.#lines[row])
      this.#lines[row] = blank()
    }
  }

  #delete(at: number, count: number): void {
    if (at < this.#top || at > this.#bottom) return
    for (let left = Math.min(count, this.#bottom - at + 1); left > 0; left -= 1) {
      this.#leave(this.#lines.splice(at, 1)[0])
      this.#lines.splice(this.#bottom, 0, blank())
    }
  }

  #insert(at: number, count: number): void {
    if (at < this.#top || at > this.#bottom) return
    for (let left = Math.min(count, this.#bottom - at + 1); left > 0; left -= 1) {
      this.#leave(this.#lines.splice(this.#bottom, 1)[0])
      this.#lines.splice(at, 0, blank())
    }
  }

  #leave(line: Line | undefined): void {
    if (!line?.changed) return
    line.changed = false
    const text = textOf(line.cells)
    if (text !== '') this.#onLeave(text)
  }
}

const textOf = (cells: readonly string[]): string => cells.join('').trimEnd()
