// What is said with a browser before it has a terminal: one question at a time, each with a deadline.
import { webTerminalClose } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import type { Farewell } from './farewell.ts'
import type { BrowserMessage } from './messages.ts'
import type { Viewer } from './viewer.ts'

type Of<Type extends BrowserMessage['type']> = Extract<BrowserMessage, { type: Type }>
/** Typed ahead, or of a size that the viewer has noted: of no use yet. */
const early: ReadonlySet<BrowserMessage['type']> = new Set<BrowserMessage['type']>(['input', 'resize', 'ack'])

export class Conversation {
  readonly viewer: Viewer
  readonly #clock: Clock
  readonly #gone = Promise.withResolvers<undefined>()

  readonly #goneListeners = new Set<() => void>()

  constructor(viewer: Viewer, clock: Clock) {
    this.viewer = viewer
    this.#clock = clock
    this.#listen(() => viewer.refuse('something that nobody asked for'))
  }

  /** `listener` hears of it when the browser leaves, or is turned away. Dispose it when that is of no interest any more. */
  onGone(listener: () => void): Disposable {
    this.#goneListeners.add(listener)
    return { [Symbol.dispose]: () => this.#goneListeners.delete(listener) }
  }

  /** The next message, when it is one of these; undefined: the browser left, sent something else, or took too long. */
  async next<const Type extends BrowserMessage['type']>(
    types: readonly Type[],
    seconds: number,
  ): Promise<Of<Type> | undefined> {
    const { promise, resolve } = Promise.withResolvers<Of<Type> | undefined>()
    const isWanted = (message: BrowserMessage): message is Of<Type> => types.some((type) => type === message.type)
    this.#listen((message) => {
      if (isWanted(message)) resolve(message)
      else this.viewer.refuse('something else than it was asked for')
    })
    const cancel = this.#clock.after(seconds * 1000, () => {
      this.viewer.close(webTerminalClose.refused, 'too slow')
      this.#leave()
    })
    try {
      return await Promise.race([promise, this.#gone.promise])
    } finally {
      cancel()
    }
  }

  /** Turns the browser away. */
  end(farewell: Farewell['reply'], code: number = webTerminalClose.refused): void {
    this.viewer.tell(farewell)
    this.viewer.close(code, farewell.type === 'error' ? farewell.code : farewell.type)
    this.#leave()
  }

  #leave(): void {
    this.#gone.resolve(undefined)
    for (const listener of this.#goneListeners) listener()
  }

  #listen(hear: (message: BrowserMessage) => void): void {
    this.viewer.listener = {
      onMessage: (message) => {
        if (!early.has(message.type)) hear(message)
      },
      onRoom: () => undefined,
      onClose: () => this.#leave(),
    }
  }
}
