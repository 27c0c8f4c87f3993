// When keys are replaced: by volume and by time (RFC 4253 section 9), well before a cipher's own limits (RFC 4344
// section 3: 2^32 packets, 2^32 blocks of AES, which are 64 GiB).

/** Milliseconds; structurally the clock of the link. */
export interface TransportClock {
  /** Returns what cancels it. */
  after(milliseconds: number, callback: () => void): () => void
}

/** `RekeyLimit` of OpenSSH, in each direction. */
export interface RekeyLimits {
  readonly bytes: number
  readonly seconds: number
}

export const defaultRekeyLimits: RekeyLimits = { bytes: 1024 ** 3, seconds: 3600 }

/** Sequence numbers have 32 bits; OpenSSH stops at 2^31 too. */
const packetsMost = 2 ** 31
/** A client that sleeps is found out by probes before that. */
const exchangeSeconds = 180

interface Volume {
  readonly bytes: number
  readonly count: number
}

export class Rekeying implements Disposable {
  readonly #clock: TransportClock
  readonly #limits: RekeyLimits
  readonly #on: { readonly due: () => void; readonly late: () => void }
  #allowed = false
  #running = false
  #cancel: () => void = () => {}

  constructor(clock: TransportClock, limits: RekeyLimits, on: { due: () => void; late: () => void }) {
    this.#clock = clock
    this.#limits = limits
    this.#on = on
  }

  /** From now on keys may be replaced. */
  begin(): void {
    this.#allowed = true
    if (!this.#running) this.#wait(this.#limits.seconds, this.#on.due)
  }

  /** To be told after every packet. */
  count(sent: Volume, received: Volume): void {
    const { bytes } = this.#limits
    if (this.#running) return
    if (sent.bytes < bytes && received.bytes < bytes && sent.count < packetsMost && received.count < packetsMost) return
    this.#on.due()
  }

  /** An exchange has begun, whoever wanted it. */
  started(): void {
    if (this.#running) return
    this.#running = true
    if (this.#allowed) this.#wait(exchangeSeconds, this.#on.late)
  }

  done(): void {
    this.#running = false
    if (this.#allowed) this.#wait(this.#limits.seconds, this.#on.due)
  }

  [Symbol.dispose](): void {
    this.#cancel()
  }

  #wait(seconds: number, act: () => void): void {
    this.#cancel()
    this.#cancel = this.#clock.after(seconds * 1000, act)
  }
}
