// Follows what happens in a namespace, over as many connections as it takes.
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '@sshore/client'
import { errors, limits, NamespaceEvent } from '@sshore/contract'
import { Compile } from 'typebox/compile'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import type { OpenEvents } from '../reach/reach.ts'
import { type EventFrame, eventFrames } from './event-frames.ts'

export interface Following {
  readonly open: OpenEvents
  readonly onEvent: (event: NamespaceEvent) => void
  /** For the person: the connection broke, or stands again, or something was missed. */
  readonly note: (sentence: string) => void
  /** Ends it. */
  readonly signal: AbortSignal
}

const check = Compile(NamespaceEvent)
/** Silence after which a connection is taken for dead: signs of life come every `heartbeatSeconds`. */
const silenceSeconds = limits.liveEvents.heartbeatSeconds * 3
const pausesSeconds = [1, 2, 5, 10, 30] as const

const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

function ended(data: string): CommandFailure {
  const { reason } = JSON.parse(data) as { readonly reason?: string }
  const says = Object.entries(errors).find(([code]) => code === reason)?.[1].message ?? reason ?? 'no reason given'
  return new CommandFailure(exitCodes.failed, 'stream_ended', `Nothing more is told here: ${says}`)
}

export class EventFollower {
  readonly #following: Following
  #lastId = ''
  #failures = 0
  #lost = false

  constructor(following: Following) {
    this.#following = following
  }

  /** Returns when it was told to end; fails when the server does not let this caller listen, now or any more. */
  async run(): Promise<void> {
    const { signal, note } = this.#following
    let stood = false
    while (!signal.aborted) {
      try {
        await this.#followOne(() => (stood = true))
      } catch (error) {
        if (signal.aborted) return
        // What cannot be reached at first is told at once; a server that was there comes back.
        if (error instanceof CommandFailure || !isPassing(error) || !stood) throw error
      }
      if (signal.aborted) return
      if (!this.#lost) note('The connection to the server broke; trying again.')
      this.#lost = true
      const seconds = pausesSeconds[Math.min(this.#failures, pausesSeconds.length - 1)] ?? 1
      this.#failures += 1
      await pause(seconds * 1000, undefined, { signal }).catch(() => undefined)
    }
  }

  async #followOne(onReady: () => void): Promise<void> {
    const { open, signal } = this.#following
    const silence = new AbortController()
    const either = AbortSignal.any([signal, silence.signal])
    const chunks = await open(this.#lastId, either)
    let patience = setTimeout(() => silence.abort(), silenceSeconds * 1000)
    try {
      for await (const frame of eventFrames(chunks)) {
        clearTimeout(patience)
        patience = setTimeout(() => silence.abort(), silenceSeconds * 1000)
        if (frame.type === 'ready' || frame.type === 'reset') onReady()
        this.#take(frame)
        if (signal.aborted) return
      }
    } finally {
      clearTimeout(patience)
    }
  }

  #take({ id, type, data }: EventFrame): void {
    const { note, onEvent } = this.#following
    if (type === 'end') throw ended(data)
    if (id !== '') this.#lastId = id
    if (type === 'ready' || type === 'reset') {
      this.#failures = 0
      if (this.#lost) note('The connection stands again.')
      this.#lost = false
      if (type === 'reset') note('Events may be missing: the server no longer knows what was told before.')
      return
    }
    if (type === '') return
    const event: unknown = JSON.parse(data)
    // A type that a newer server has and this command does not know is passed over.
    if (check.Check(event)) onEvent(event)
  }
}
