// The file beside an SQLite database into which every commit is written first (https://www.sqlite.org/wal.html). It is
// there as long as anybody has the database open, and stays the same file.
import { type FileHandle, open } from 'node:fs/promises'

export class WriteAheadLog {
  readonly #path: string
  #file: FileHandle | undefined
  #closed = false

  /** `database` is the path of the database, which has to be open in WAL mode when `toDisk` is first called. */
  constructor(database: string) {
    this.#path = `${database}-wal`
  }

  /** Resolves once all is on the disk that was committed before; the event loop goes on meanwhile. */
  async toDisk(): Promise<void> {
    this.#file ??= await this.#open()
    await this.#file.datasync()
  }

  /** Waits for what is on its way to the disk. */
  async close(): Promise<void> {
    this.#closed = true
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  async #open(): Promise<FileHandle> {
    const file = await open(this.#path, 'r')
    if (!this.#closed) return file
    await file.close()
    throw new Error('The database was closed before all of it was on the disk.')
  }
}
