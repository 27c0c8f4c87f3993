// Whose frame goes next. Streams that sent little lately go first; the others share by deficit round robin. The idea
// is that of fq_codel (RFC 8290 section 4), with the recent past instead of an empty queue as the mark of sparseness:
// a terminal that echoes stays sparse even while its queue never quite drains.
import { sharedFrameBytes } from './bounds.ts'

/** Whatever sends: a stream, or the line of headers that wait to open streams. */
export interface Flow {
  /** Bytes sent of late; halves every `halfLifeMilliseconds`. */
  recentBytes: number
  recentAt: number
  /** What it may still send before the next bulk flow has its turn. */
  deficit: number
}

const halfLifeMilliseconds = 100
const sparseBytes = sharedFrameBytes
const quantumBytes = sharedFrameBytes
/** After so many sparse bytes in a row bulk gets a turn, so that very many sparse streams cannot starve it. */
const sparseRunBytes = 8 * sharedFrameBytes

export class Scheduler<F extends Flow> {
  readonly #sparse = new Set<F>()
  readonly #bulk = new Set<F>()
  #sparseRun = 0

  get waiting(): number {
    return this.#sparse.size + this.#bulk.size
  }

  /** The flow has something that may be sent now. */
  add(flow: F, now: number): void {
    if (this.#sparse.has(flow) || this.#bulk.has(flow)) return
    decay(flow, now)
    if (flow.recentBytes < sparseBytes) this.#sparse.add(flow)
    else this.#toBulk(flow)
  }

  remove(flow: F): void {
    if (!this.#sparse.delete(flow)) this.#bulk.delete(flow)
  }

  /** The flow whose turn it is; bulk only while the path has room for it. */
  next(bulkAllowed: boolean): F | undefined {
    const bulkDue = bulkAllowed && this.#bulk.size > 0
    if (this.#sparse.size > 0 && !(bulkDue && this.#sparseRun >= sparseRunBytes)) return firstOf(this.#sparse)
    return bulkDue ? firstOf(this.#bulk) : undefined
  }

  isSparse(flow: F): boolean {
    return this.#sparse.has(flow)
  }

  /** The flow sent this much. */
  charge(flow: F, bytes: number, now: number): void {
    decay(flow, now)
    flow.recentBytes += bytes
    if (this.#sparse.has(flow)) {
      if (this.#bulk.size > 0) this.#sparseRun += bytes
      if (flow.recentBytes < sparseBytes) return
      this.#sparse.delete(flow)
      this.#toBulk(flow)
      return
    }
    this.#sparseRun = 0
    flow.deficit -= bytes
    if (flow.deficit > 0 || !this.#bulk.delete(flow)) return
    this.#toBulk(flow)
  }

  clear(): void {
    this.#sparse.clear()
    this.#bulk.clear()
  }

  #toBulk(flow: F): void {
    // A lone flow sends far more than its quantum at a time; that debt must not follow it into company.
    flow.deficit = Math.min(quantumBytes, Math.max(1, flow.deficit + quantumBytes))
    this.#bulk.add(flow)
  }
}

const firstOf = <F>(flows: Set<F>): F | undefined => {
  for (const flow of flows) return flow
  return undefined
}

const decay = (flow: Flow, now: number): void => {
  const halvings = Math.floor((now - flow.recentAt) / halfLifeMilliseconds)
  if (halvings <= 0) return
  flow.recentBytes = halvings > 30 ? 0 : Math.floor(flow.recentBytes / 2 ** halvings)
  flow.recentAt += halvings * halfLifeMilliseconds
}
