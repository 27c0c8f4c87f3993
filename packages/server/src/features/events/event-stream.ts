// One client that listens: told what its role may see, until its credential opens it no longer or it falls behind.
import { Readable } from 'node:stream'
import { type ErrorCode, Failure, hasPermission, limits, permissionFor, type Role } from '@sshore/contract'
import { seconds } from '../../platform/clock.ts'
import { frame, type LiveEvents, type Told } from '../../platform/live-events.ts'
import type { Scope } from '../../platform/scope.ts'

export interface Reader {
  /** Whose streams count together. */
  readonly owner: string
  readonly scope: Scope
  readonly role: Role
  readonly lastEventId: string
  /** The role as it is now; fails when the credential no longer opens the stream. */
  readonly recheck: () => Promise<Role>
}

export interface Rhythm {
  readonly heartbeatMilliseconds: number
  readonly recheckMilliseconds: number
}

const usualRhythm: Rhythm = {
  heartbeatMilliseconds: seconds(limits.liveEvents.heartbeatSeconds),
  recheckMilliseconds: seconds(limits.liveEvents.recheckSeconds),
}

export class EventStream extends Readable {
  readonly #live: LiveEvents
  readonly #reader: Reader
  #role: Role
  #checking = false
  readonly #undo = new DisposableStack()

  constructor(live: LiveEvents, reader: Reader, rhythm: Rhythm = usualRhythm) {
    super({ encoding: 'utf8' })
    this.#live = live
    this.#reader = reader
    this.#role = reader.role
    const listening = live.listen(reader.owner, reader.scope.tenantId, (told) => this.#tell(told))
    if (!listening) {
      const message = 'You listen to as many streams of events as one user may; close one.'
      throw new Failure('too_many_requests', { message, headers: { 'Retry-After': '60' } })
    }
    this.#undo.use(listening)
    const heartbeat = setInterval(() => this.#send(':\n\n'), rhythm.heartbeatMilliseconds)
    const recheck = setInterval(() => void this.recheck(), rhythm.recheckMilliseconds)
    this.#undo.defer(() => clearInterval(heartbeat))
    this.#undo.defer(() => clearInterval(recheck))
    this.#greet()
  }

  /** Registers what ends with the stream. */
  defer(undo: () => void): void {
    this.#undo.defer(undo)
  }

  override _read(): void {}

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#undo.dispose()
    done(error)
  }

  /** Asks whether the credential is still good, and for what. */
  async recheck(): Promise<void> {
    if (this.#checking || this.destroyed || this.readableEnded) return
    this.#checking = true
    try {
      this.#role = await this.#reader.recheck()
    } catch (error) {
      // A database that is away says nothing about the credential.
      if (error instanceof Failure && error.code !== 'database_unavailable') this.#end(error.code)
    } finally {
      this.#checking = false
    }
  }

  #greet(): void {
    const { lastEventId, scope } = this.#reader
    const missed = lastEventId === '' ? [] : this.#live.since(scope.tenantId, lastEventId)
    // Three seconds until a client comes back by itself.
    this.#send('retry: 3000\n\n')
    if (missed) for (const told of missed) this.#send(this.#shown(told))
    this.#send(frame(this.#live.newest(), missed ? 'ready' : 'reset', {}))
  }

  #shown({ type, text }: Told): string {
    const permission = permissionFor(type)
    return permission === undefined || hasPermission(this.#role, permission) ? text : ''
  }

  #tell(told: Told): void {
    this.#send(this.#shown(told))
    // What takes a credential away and has no topic of its own.
    if (/^(namespace\.removed|api-key\.)/.test(told.type)) void this.recheck()
  }

  #send(text: string): void {
    if (text === '' || this.destroyed) return
    if (this.readableLength + text.length > limits.liveEvents.bufferBytes) {
      this.destroy()
      return
    }
    this.push(text)
  }

  #end(reason: ErrorCode): void {
    if (this.destroyed) return
    this.push(frame(this.#live.newest(), 'end', { reason }))
    this.push(null)
    this.#undo.dispose()
  }
}
