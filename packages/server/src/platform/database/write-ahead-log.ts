// The file beside an SQLite database into which every commit is written first (https://www.sqlite.org/wal.html). It is
// there as long as anybody has the database open, and stays the same file.
import { type FileHandle, open } from 'node:fs/promises'

export class WriteAheadLog {
  readonly #path: string
  #file: FileHandle | undefined

  /** `database` is the path of the database, which has to be open in WAL mode by the first call. */
  constructor(database: string) {
    this.#path = `${database}-wal`
  }

  /** Resolves once all is on the disk that was committed before; the event loop goes on meanwhile. */
  async toDisk(): Promise<void> {
    this.#file ??= await open(this.#path, 'r')
    await this.#file.datasync()
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }
}
