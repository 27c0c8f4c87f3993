// Records one seat beside the path of its bytes: they are copied, gathered and handed to the server in blocks. What waits is
// bounded: the device waits while the server takes blocks. Once it does not, the device goes on under `best_effort`, and what
// there is no room for is left out and the gap marked; under `required` the device waits on, and then it is over.
import { ApiError, type Client } from '@sshore/client'
import type { RecordingPolicy, SessionUid } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import type { RecordedEvent } from '@sshore/recording'
import { compress } from '@sshore/recording/node'
import { type TakenBlock, WaitingBlocks } from './waiting-blocks.ts'

export interface SeatOpening {
  readonly kind: 'terminal' | 'command'
  readonly term: string
  readonly columns: number
  readonly rows: number
}

export interface SeatRecorderOptions {
  readonly client: Client
  readonly clock: Clock
  readonly uid: SessionUid
  readonly seat: number
  readonly policy: Exclude<RecordingPolicy, 'off'>
  /** The server knows the session, or never will. */
  readonly opened: Promise<void>
  readonly onFault: (error: unknown) => void
}

/** Gathered before it is handed over, unless that much time passes first. */
const blockBytes = 128 * 1024
const noteChars = 128 * 1024
/** A server that takes longer for a block does not take it. */
const stallMilliseconds = 2000
const flushMilliseconds = 500
const waitingBytesMost = 1024 * 1024
const retryMilliseconds = 1000
/** A store that fails for so long has failed, where recording is required. */
const patienceMilliseconds = 10_000
/** So long after the end is tried to hand over what is left. */
const partingMilliseconds = 5000

/** The server will never take it. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500

export class SeatRecorder {
  readonly #options: SeatRecorderOptions
  readonly #opening: SeatOpening
  readonly #since: number
  /** Whether it may run: what is required stands, what is not is under way. */
  readonly ready: Promise<boolean>
  /** Recording is required, and failed: nothing may go on. */
  onLost: () => void = () => undefined
  readonly #waiting = new WaitingBlocks(() => ({ bytes: this.#recordedBytes, lostBytes: this.#lostBytes }))
  #bytes = 0
  #lostBytes = 0
  #gap = 0
  #fromClient = 0
  #number = 0
  readonly #withheld: (() => void)[] = []
  #handingOver: Promise<void> = Promise.resolve()
  #busy = false
  #cancelFlush: (() => void) | undefined
  #cancelPause: () => void = () => undefined
  #ended = false
  #endDeadline = Infinity
  #failed = false
  /** Blocks are not taken at the moment. */
  #stalled = false

  constructor(opening: SeatOpening, options: SeatRecorderOptions) {
    this.#opening = opening
    this.#options = options
    this.#since = options.clock.now()
    if (opening.kind === 'terminal') this.resize(opening.columns, opening.rows)
    const opened = options.opened.then(() => this.#open())
    this.ready = options.policy === 'required' ? opened : Promise.resolve(true)
    this.#handingOver = opened.then(() => undefined)
  }

  /** Bytes that the terminal gets, or that a program without one says. */
  output(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#failed || this.#ended || this.#opening.kind === 'command') return
    const full = this.#waiting.bytes > waitingBytesMost && this.#stalled && this.#options.policy === 'best_effort'
    if (full) this.#gap += bytes.length
    else this.#add({ kind: 'output', at: this.#at, bytes })
  }

  /** Bytes that the client sent: they are counted, and what they say is nobody's business. */
  input(bytes: number): void {
    this.#fromClient += bytes
  }

  resize(columns: number, rows: number): void {
    this.#add({ kind: 'resize', at: this.#at, columns, rows })
  }

  note(name: string, text: string): void {
    this.#add({ kind: 'note', at: this.#at, name, text: text.slice(0, noteChars) })
  }

  /** Calls `release` once there is room for more output of the device. */
  withhold(release: () => void): void {
    if (this.#hasRoom) release()
    else this.#withheld.push(release)
  }

  /** Nothing follows. Resolves when the server has it all, or does not take it. */
  finish(): Promise<void> {
    if (this.#ended) return this.#handingOver
    const { fromClient, bytes } = { fromClient: this.#fromClient, bytes: this.#bytes }
    if (this.#opening.kind === 'command') this.note('bytes', `${fromClient} from the client, ${bytes} to it`)
    this.#ended = true
    this.#endDeadline = this.#options.clock.now() + partingMilliseconds
    this.#cancelPause()
    this.#release()
    this.#flush()
    return this.#handingOver
  }

  get #at(): number {
    return this.#options.clock.now() - this.#since
  }

  #add(event: RecordedEvent): void {
    if (this.#failed || this.#ended) return
    if (this.#gap > 0 && this.#waiting.bytes <= waitingBytesMost) this.#markGap()
    this.#waiting.add(event)
    if (this.#waiting.bytes >= blockBytes) this.#flush()
    else this.#cancelFlush ??= this.#options.clock.after(flushMilliseconds, () => this.#flush())
  }

  #markGap(): void {
    this.#lostBytes += this.#gap
    this.#waiting.add({ kind: 'gap', at: this.#at, bytes: this.#gap })
    this.#gap = 0
  }

  #flush(): void {
    this.#cancelFlush?.()
    this.#cancelFlush = undefined
    if (this.#busy) return
    this.#busy = true
    this.#handingOver = this.#handingOver.then(() => this.#handOver()).catch(this.#options.onFault)
  }

  /** Hands over what there is until nothing is left. */
  async #handOver(): Promise<void> {
    while (!this.#failed) {
      if (this.#gap > 0) this.#markGap()
      const block = this.#waiting.take()
      if (!block) break
      if (!(await this.#deliver((await compress(block.content)).toString('base64'), block))) break
      this.#waiting.done(block)
      this.#release()
    }
    this.#busy = false
    if (this.#ended && !this.#failed) await this.#tryUntil(() => this.#end())
  }

  /** Output of a terminal that is in the recording, or is about to be. */
  get #recordedBytes(): number {
    return this.#opening.kind === 'terminal' ? this.#bytes - this.#lostBytes - this.#gap : 0
  }

  async #open(): Promise<boolean> {
    const { client, uid, seat, policy } = this.#options
    const body = { ...this.#opening, term: this.#opening.term.slice(0, 255), policy }
    return this.#tryUntil(
      () => client.openRecording({ params: { uid, seat }, body }),
      policy === 'required' ? 1000 : undefined,
    )
  }

  #deliver(content: string, { milliseconds, bytes, lostBytes }: TakenBlock): Promise<boolean> {
    const { client, uid, seat } = this.#options
    const number = this.#number + 1
    this.#number = number
    const body = { content, milliseconds, bytes, lost_bytes: lostBytes }
    return this.#tryUntil(() => client.appendRecording({ params: { uid, seat, number }, body }))
  }

  async #end(): Promise<void> {
    const { client, uid, seat } = this.#options
    const told = { milliseconds: Math.round(this.#at), bytes: this.#recordedBytes, lost_bytes: this.#lostBytes }
    await client.finishRecording({ params: { uid, seat }, body: told })
  }

  /** Tries again and again; false: recording is over. The same block is the same however often it is told. */
  async #tryUntil(call: () => Promise<unknown>, patience = patienceMilliseconds): Promise<boolean> {
    const { clock, policy, onFault } = this.#options
    const began = clock.now()
    for (;;) {
      const cancelStall = clock.after(stallMilliseconds, () => this.#stall())
      try {
        await call()
        this.#stalled = false
        return true
      } catch (error) {
        onFault(error)
        this.#stall()
        const late = policy === 'required' && clock.now() - began >= patience
        if (isFinal(error) || late || clock.now() >= this.#endDeadline) return this.#fail()
      } finally {
        cancelStall()
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(retryMilliseconds, resolve)
      this.#cancelPause = () => {
        cancel()
        resolve()
      }
      await promise
    }
  }

  #stall(): void {
    this.#stalled = true
    this.#release()
  }

  #fail(): false {
    this.#failed = true
    this.#waiting.clear()
    this.#release()
    if (this.#options.policy === 'required' && !this.#ended) this.onLost()
    return false
  }

  get #hasRoom(): boolean {
    const goesOn = this.#failed || this.#ended || (this.#stalled && this.#options.policy === 'best_effort')
    return goesOn || this.#waiting.bytes <= waitingBytesMost
  }

  #release(): void {
    if (this.#hasRoom) for (const release of this.#withheld.splice(0)) release()
  }
}
