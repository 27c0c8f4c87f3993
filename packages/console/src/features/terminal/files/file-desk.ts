// The files beside one terminal: the folder that is shown, and what is on its way. It goes on while nobody looks.
import { type Lane, openLane } from './lane.ts'
import { inside, parentOf } from './path.ts'
import { type Attributes, type Named, type Sftp, SftpError } from './sftp.ts'
import { download, upload } from './transfer.ts'

export interface Entry extends Named {
  /** What a link leads to. */
  readonly leadsTo: Attributes['kind']
}

export interface Transfer {
  readonly id: string
  readonly name: string
  readonly direction: 'up' | 'down'
  readonly bytes: number
  readonly size: number
  readonly state: 'running' | 'done' | 'stopped' | 'failed'
  readonly error?: SftpError
}

export interface FilesState {
  /** Absolute; empty until the first folder is known. */
  readonly path: string
  readonly entries: readonly Entry[]
  readonly busy: boolean
  readonly error: SftpError | undefined
  readonly transfers: readonly Transfer[]
  /** Files that are there already: whoever uploads has to say whether to replace them. */
  readonly asking: readonly File[]
}

const keptTransfers = 20

const asError = (error: unknown): SftpError =>
  error instanceof SftpError ? error : new SftpError('failed', String(error))

export class FileDesk {
  readonly #token: () => string | undefined
  readonly #listeners = new Set<() => void>()
  readonly #stops = new Map<string, AbortController>()
  #state: FilesState = { path: '', entries: [], busy: false, error: undefined, transfers: [], asking: [] }
  #lane: Promise<Lane> | undefined

  /** `token`: opens the files of the session; another one after each connection. */
  constructor(token: () => string | undefined) {
    this.#token = token
  }

  readonly state = (): FilesState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows a folder; without a path the one that was shown, or else the home of the user. */
  show(path = this.#state.path): Promise<void> {
    return this.#work(async (sftp) => {
      const real = await sftp.realPath(path === '' ? '.' : path)
      const entries = await entriesOf(sftp, real)
      this.#change({ path: real, entries })
    })
  }

  up(): Promise<void> {
    return this.show(parentOf(this.#state.path))
  }

  makeFolder(name: string): Promise<void> {
    return this.#changing((sftp, path) => sftp.makeFolder(inside(path, name)))
  }

  rename({ name }: Entry, to: string): Promise<void> {
    return this.#changing((sftp, path) => sftp.rename(inside(path, name), inside(path, to)))
  }

  /** A folder goes with all that is in it. */
  remove({ name }: Entry): Promise<void> {
    return this.#changing((sftp, path) => removeTree(sftp, inside(path, name)))
  }

  /** Into the folder that is shown. What is there already is asked about first. */
  upload(files: readonly File[]): void {
    void this.#work(async (sftp) => {
      const path = this.#state.path || (await sftp.realPath('.'))
      // As it is now: what was shown may be old.
      this.#change({ path, entries: await entriesOf(sftp, path) })
      const known = new Set(this.#state.entries.map(({ name }) => name))
      this.#change({ asking: files.filter(({ name }) => known.has(name)) })
      for (const file of files) if (!known.has(file.name)) void this.#send(file)
    })
  }

  /** Answers what was asked: these, none of the others. */
  replace(files: readonly File[]): void {
    this.#change({ asking: [] })
    for (const file of files) void this.#send(file)
  }

  /** Resolves to the content; undefined when it was stopped or failed. */
  async download({ name, size }: Entry): Promise<Blob | undefined> {
    const path = inside(this.#state.path, name)
    let content: Blob | undefined
    await this.#transfer({ name, direction: 'down', size }, async (sftp, progress) => {
      content = await download(sftp, path, progress)
    })
    return content
  }

  stop(id: string): void {
    this.#stops.get(id)?.abort()
  }

  /** Takes those that are over out of the list. */
  tidy(): void {
    this.#change({ transfers: this.#state.transfers.filter(({ state }) => state === 'running') })
  }

  close(): void {
    for (const stop of this.#stops.values()) stop.abort()
    void this.#lane?.then((lane) => lane.close()).catch(() => undefined)
    this.#lane = undefined
  }

  async #send(file: File): Promise<void> {
    const folder = this.#state.path
    await this.#transfer({ name: file.name, direction: 'up', size: file.size }, (sftp, progress) =>
      upload(sftp, inside(folder, file.name), file, progress),
    )
    if (this.#state.path === folder) await this.show()
  }

  async #transfer(
    what: Pick<Transfer, 'name' | 'direction' | 'size'>,
    work: (sftp: Sftp, progress: Parameters<typeof download>[2]) => Promise<void>,
  ): Promise<void> {
    const id = crypto.randomUUID()
    const stop = new AbortController()
    this.#stops.set(id, stop)
    const begun: Transfer = { ...what, id, bytes: 0, state: 'running' }
    this.#change({ transfers: [...this.#state.transfers, begun].slice(-keptTransfers) })
    const update = (change: Partial<Transfer>): void =>
      this.#change({
        transfers: this.#state.transfers.map((each) => (each.id === id ? { ...each, ...change } : each)),
      })
    try {
      const { sftp } = await this.#open()
      await work(sftp, { signal: stop.signal, onBytes: (bytes) => update({ bytes }) })
      update({ state: 'done' })
    } catch (error) {
      update(stop.signal.aborted ? { state: 'stopped' } : { state: 'failed', error: asError(error) })
    } finally {
      this.#stops.delete(id)
    }
  }

  #changing(work: (sftp: Sftp, path: string) => Promise<void>): Promise<void> {
    return this.#work(async (sftp) => {
      const { path } = this.#state
      await work(sftp, path)
      this.#change({ entries: await entriesOf(sftp, path) })
    })
  }

  async #work(work: (sftp: Sftp) => Promise<void>): Promise<void> {
    this.#change({ busy: true, error: undefined })
    try {
      const { sftp } = await this.#open()
      await work(sftp)
      this.#change({ busy: false })
    } catch (error) {
      this.#change({ busy: false, error: asError(error) })
    }
  }

  /** One lane for everything; a new one when the connection of the terminal was lost in between. */
  async #open(): Promise<Lane> {
    const known = await this.#lane?.catch(() => undefined)
    if (known?.isOpen()) return known
    const token = this.#token()
    if (token === undefined) throw new SftpError('broken')
    this.#lane = openLane(token)
    return this.#lane
  }

  #change(change: Partial<FilesState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Folders first, then by name. */
async function entriesOf(sftp: Sftp, path: string): Promise<readonly Entry[]> {
  const named = await sftp.list(path)
  const entries = await Promise.all(
    named.map(async (each): Promise<Entry> => {
      if (each.kind !== 'link') return { ...each, leadsTo: each.kind }
      const target = await sftp.attributes(inside(path, each.name)).catch(() => undefined)
      return { ...each, size: target?.size ?? 0, leadsTo: target?.kind ?? 'other' }
    }),
  )
  const order = new Intl.Collator(undefined, { numeric: true })
  const isFolder = ({ leadsTo }: Entry): number => (leadsTo === 'folder' ? 0 : 1)
  return entries.toSorted((one, other) => isFolder(one) - isFolder(other) || order.compare(one.name, other.name))
}

/** Links are removed themselves, never what they lead to. */
async function removeTree(sftp: Sftp, path: string): Promise<void> {
  const { kind } = await sftp.attributes(path, false)
  if (kind !== 'folder') return sftp.removeFile(path)
  for (const { name } of await sftp.list(path)) await removeTree(sftp, inside(path, name))
  return sftp.removeFolder(path)
}
