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

/** Exchanges that a client may begin in a row: one by group 18 costs us 12 ms, and next to nothing to whoever wants that. */
const spareMost = 32
const spareSeconds = 1
/** After so much traffic a client may always have new keys. */
const worthBytes = 512 * 1024

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
  #spare = spareMost
  #cancelSpare: (() => void) | undefined

  constructor(clock: TransportClock, limits: RekeyLimits, on: { due: () => void; late: () => void }) {
    this.#clock = clock
    this.#limits = limits
    this.#on = on
  }

  /** From now on keys may be replaced. */
  begin(): void {
    this.#allowed = true
    // A client may have begun an exchange while its login was decided.
    if (this.#running) this.#wait(exchangeSeconds, this.#on.late)
    else this.#wait(this.#limits.seconds, this.#on.due)
  }

  /** Whether the client may begin an exchange after all that it began before. */
  affords(sent: Volume, received: Volume): boolean {
    if (Math.max(sent.bytes, received.bytes) >= worthBytes) return true
    if (this.#spare === 0) return false
    this.#spare -= 1
    this.#spareLater()
    return true
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
    this.#cancelSpare?.()
  }

  #spareLater(): void {
    this.#cancelSpare ??= this.#clock.after(spareSeconds * 1000, () => {
      this.#cancelSpare = undefined
      this.#spare += 1
      if (this.#spare < spareMost) this.#spareLater()
    })
  }

  #wait(seconds: number, act: () => void): void {
    this.#cancel()
    this.#cancel = this.#clock.after(seconds * 1000, act)
  }
}
