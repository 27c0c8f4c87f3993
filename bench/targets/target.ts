// What the runner knows of a target: how to measure it, and how its figures read.
export interface Surroundings {
  /** Fewer rounds and smaller files, for a first look. */
  readonly quick: boolean
  /** Belongs to this target alone, and is removed after it. On a disk. */
  readonly folder: string
  /** The same in memory, for files whose disk is not to be measured. */
  readonly memoryFolder: string
  readonly progress: (text: string) => void
}

export interface Measured {
  /** Lines of Markdown. */
  readonly lines: readonly string[]
  /** The figures themselves, as JSON. */
  readonly figures: unknown
}

export interface Target {
  readonly id: 'P1' | 'P2' | 'P3' | 'P4' | 'P5' | 'P6' | 'P7' | 'P8' | 'P9' | 'firewall'
  readonly title: string
  measure(surroundings: Surroundings): Promise<Measured>
}

/** A Markdown table; the first column reads to the left, the others are numbers. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)]
}
