// The files beside one terminal: the folder that is shown, and what is on its way. It goes on while nobody looks.
import { type Entry, entriesOf, removeTree } from './folder.ts'
import { type Lane, openLane } from './lane.ts'
import { inside, parentOf } from './path.ts'
import { type Sftp, SftpError } from './sftp.ts'
import { asError, type Transfer, TransferList } from './transfer-list.ts'
import { download, type Progress, upload } from './transfer.ts'

/** A file of this computer, and the folder of the device that it is for. */
export interface Incoming {
  readonly file: File
  readonly folder: string
}

export interface FilesState {
  /** Absolute; empty until the first folder is known. */
  readonly path: string
  readonly entries: readonly Entry[]
  readonly busy: boolean
  readonly error: SftpError | undefined
  readonly transfers: readonly Transfer[]
  /** Files that are there already: whoever uploads has to say whether to replace them. */
  readonly asking: readonly Incoming[]
}

export class FileDesk {
  readonly #token: () => string | undefined
  readonly #openLane: (token: string) => Promise<Lane>
  readonly #listeners = new Set<() => void>()
  readonly #transfers = new TransferList((transfers) => this.#change({ transfers }))
  #state: FilesState = { path: '', entries: [], busy: false, error: undefined, transfers: [], asking: [] }
  #lane: Promise<Lane> | undefined
  #isClosed = false
  #working = 0
  /** Readings of a folder are numbered; so many were begun. */
  #begun = 0
  /** The number of the reading that is shown. */
  #shown = 0
  /** The newest one, until it has ended. */
  #reading: Promise<void> | undefined

  /** `token`: opens the files of the session; another one after each connection. */
  constructor(token: () => string | undefined, open = openLane) {
    this.#token = token
    this.#openLane = open
  }

  readonly state = (): FilesState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows a folder; without a path the one that was shown, or else the home of the user. */
  show(path = this.#state.path): Promise<void> {
    this.#change({ error: undefined })
    return this.#read(path)
  }

  up(): Promise<void> {
    return this.show(parentOf(this.#state.path))
  }

  makeFolder(folder: string, name: string): Promise<void> {
    return this.#changing(folder, (sftp) => sftp.makeFolder(inside(folder, name)))
  }

  rename({ path }: Entry, to: string): Promise<void> {
    const folder = parentOf(path)
    return this.#changing(folder, (sftp) => sftp.rename(path, inside(folder, to)))
  }

  /** A folder goes with all that is in it. */
  remove({ path }: Entry): Promise<void> {
    return this.#changing(parentOf(path), (sftp) => removeTree(sftp, path))
  }

  /** Into the folder that is shown. What is there already is asked about first. */
  upload(files: readonly File[]): void {
    const { path } = this.#state
    if (path === '') void this.show()
    this.#change({ error: undefined })
    void this.#work(async (sftp) => {
      const folder = path || (await sftp.realPath('.'))
      // As it is now: what was shown may be old.
      const known = new Set((await sftp.list(folder)).map(({ name }) => name))
      const incoming = files.map((file) => ({ file, folder }))
      this.#change({ asking: [...this.#state.asking, ...incoming.filter(({ file }) => known.has(file.name))] })
      for (const each of incoming) if (!known.has(each.file.name)) void this.#send(each)
    })
  }

  /** Answers what was asked: these, none of the others. */
  replace(incoming: readonly Incoming[]): void {
    this.#change({ asking: [] })
    for (const each of incoming) void this.#send(each)
  }

  /** Resolves to the content; undefined when it was stopped or failed. */
  async download({ name, path, size }: Entry): Promise<Blob | undefined> {
    let content: Blob | undefined
    await this.#transfer({ name, direction: 'down', size }, async (sftp, progress) => {
      content = await download(sftp, path, progress)
    })
    return content
  }

  stop(id: string): void {
    this.#transfers.stop(id)
  }

  /** Takes those that are over out of the list. */
  tidy(): void {
    this.#transfers.tidy()
  }

  /** For good. */
  close(): void {
    this.#isClosed = true
    this.#transfers.stopAll()
    void this.#lane?.then((lane) => lane.close()).catch(() => undefined)
    this.#lane = undefined
  }

  #send({ file, folder }: Incoming): Promise<void> {
    return this.#transfer({ name: file.name, direction: 'up', size: file.size }, async (sftp, progress) => {
      try {
        await upload(sftp, inside(folder, file.name), file, progress)
      } finally {
        void this.#readAgain(folder)
      }
    })
  }

  #transfer(
    what: Pick<Transfer, 'name' | 'direction' | 'size'>,
    work: (sftp: Sftp, progress: Progress) => Promise<void>,
  ): Promise<void> {
    return this.#transfers.run(what, async (progress) => {
      const { sftp } = await this.#open()
      // Before anything at the device is opened, and thereby emptied.
      progress.signal.throwIfAborted()
      await work(sftp, progress)
    })
  }

  #changing(folder: string, work: (sftp: Sftp) => Promise<void>): Promise<void> {
    this.#change({ error: undefined })
    return this.#work(async (sftp) => {
      await work(sftp)
      await this.#readAgain(folder)
    })
  }

  /** Answers come in any order: only what was asked for last is shown, path and entries together. */
  #read(path: string): Promise<void> {
    this.#begun += 1
    const number = this.#begun
    const isNewest = (): boolean => number === this.#begun
    const reading = this.#work(async (sftp) => {
      const real = await sftp.realPath(path === '' ? '.' : path)
      const entries = await entriesOf(sftp, real)
      if (!isNewest()) return
      this.#shown = number
      this.#change({ path: real, entries })
    }, isNewest).finally(() => {
      if (isNewest()) this.#reading = undefined
    })
    this.#reading = reading
    return reading
  }

  /** Shows what has just changed in a folder, unless somebody has gone elsewhere. */
  async #readAgain(folder: string): Promise<void> {
    const before = this.#begun
    while (this.#reading) await this.#reading
    if (this.#state.path === folder && this.#shown <= before) await this.#read(folder)
  }

  /** `isWanted`: whether somebody still waits for it when it fails. */
  async #work(work: (sftp: Sftp) => Promise<void>, isWanted = () => true): Promise<void> {
    this.#working += 1
    this.#change({ busy: true })
    try {
      const { sftp } = await this.#open()
      await work(sftp)
    } catch (error) {
      if (isWanted()) this.#change({ error: asError(error) })
    } finally {
      this.#working -= 1
      this.#change({ busy: this.#working > 0 })
    }
  }

  /** One lane for everything; a new one when the connection of the terminal was lost in between. */
  async #open(): Promise<Lane> {
    const known = this.#lane
    const lane = await known
    if (lane?.isOpen()) return lane
    // Somebody else may have found it closed, too, and be opening the next one.
    if (this.#lane !== known) return this.#open()
    const token = this.#token()
    if (token === undefined || this.#isClosed) throw new SftpError('broken')
    const opening = this.#openLane(token)
    this.#lane = opening
    opening.catch(() => {
      if (this.#lane === opening) this.#lane = undefined
    })
    return opening
  }

  #change(change: Partial<FilesState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
