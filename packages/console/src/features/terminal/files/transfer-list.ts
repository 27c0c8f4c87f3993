// Files on their way, and those that were: some at a time, the others wait.
import { SftpError } from './sftp.ts'
import type { Progress } from './transfer.ts'
import { Turns } from './turns.ts'

export interface Transfer {
  readonly id: string
  readonly name: string
  readonly direction: 'up' | 'down'
  readonly bytes: number
  readonly size: number
  readonly state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  readonly error?: SftpError
}

const keptTransfers = 20
/** In each direction: each has many requests of its own on the way. */
const transfersAtOnce = 3

export const isOver = ({ state }: Transfer): boolean => state !== 'waiting' && state !== 'running'

export const asError = (error: unknown): SftpError =>
  error instanceof SftpError ? error : new SftpError('failed', String(error))

/** Forgets the oldest of those that ended as they should; what failed stays until somebody takes it away. */
function withoutOld(transfers: readonly Transfer[]): readonly Transfer[] {
  const ended = transfers.filter(({ state }) => state === 'done' || state === 'stopped')
  const old = new Set(ended.slice(0, -keptTransfers))
  return transfers.filter((each) => !old.has(each))
}

export class TransferList {
  readonly #onChange: (transfers: readonly Transfer[]) => void
  readonly #stops = new Map<string, AbortController>()
  readonly #turns = { up: new Turns(transfersAtOnce), down: new Turns(transfersAtOnce) }
  #all: readonly Transfer[] = []

  constructor(onChange: (transfers: readonly Transfer[]) => void) {
    this.#onChange = onChange
  }

  /** Does the work when its turn has come. Never fails: how it ended is in the list. */
  async run(
    what: Pick<Transfer, 'name' | 'direction' | 'size'>,
    work: (progress: Progress) => Promise<void>,
  ): Promise<void> {
    const id = crypto.randomUUID()
    const stop = new AbortController()
    this.#stops.set(id, stop)
    this.#change([...this.#all, { ...what, id, bytes: 0, state: 'waiting' }])
    const update = (change: Partial<Transfer>): void =>
      this.#change(withoutOld(this.#all.map((each) => (each.id === id ? { ...each, ...change } : each))))
    try {
      await this.#turns[what.direction].run(async () => {
        update({ state: 'running' })
        await work({ signal: stop.signal, onBytes: (bytes) => update({ bytes }) })
      }, stop.signal)
      update({ state: 'done' })
    } catch (error) {
      update(stop.signal.aborted ? { state: 'stopped' } : { state: 'failed', error: asError(error) })
    } finally {
      this.#stops.delete(id)
    }
  }

  stop(id: string): void {
    this.#stops.get(id)?.abort()
  }

  stopAll(): void {
    for (const stop of this.#stops.values()) stop.abort()
  }

  /** Takes those that are over out of the list. */
  tidy(): void {
    this.#change(this.#all.filter((each) => !isOver(each)))
  }

  #change(transfers: readonly Transfer[]): void {
    this.#all = transfers
    this.#onChange(transfers)
  }
}
