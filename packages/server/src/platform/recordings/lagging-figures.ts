import type { SessionUid, TenantId } from '@sshore/contract'

export interface RecordingFigures {
  readonly milliseconds: number
  readonly bytes: number
  readonly lost_bytes: number
  readonly blocks: number
}

export interface LaggingRow {
  readonly of: { readonly tenant_id: TenantId; readonly session: SessionUid; readonly seat: number }
  readonly figures: RecordingFigures
}

/**
 * What the rows of running recordings do not say yet: to write one for each block would be most of what the database does. Whoever
 * reads one here has the newest; a process that is killed takes them along, and what is in the store counts.
 */
export class LaggingFigures {
  readonly #byName = new Map<string, LaggingRow>()

  note(name: string, row: LaggingRow): void {
    this.#byName.set(name, row)
  }

  find(name: string): RecordingFigures | undefined {
    return this.#byName.get(name)?.figures
  }

  forget(name: string): void {
    this.#byName.delete(name)
  }

  /** Writes them all. What is noted of one meanwhile stays for the next time, as does everything after a failure. */
  async write(one: (row: LaggingRow) => Promise<void>): Promise<void> {
    for (const [name, row] of [...this.#byName]) {
      await one(row)
      if (this.#byName.get(name) === row) this.#byName.delete(name)
    }
  }
}
