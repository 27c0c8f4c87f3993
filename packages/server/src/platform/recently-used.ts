/** A map that forgets what was not used for longest when it is full. */
export class RecentlyUsed<Key, Value> {
  readonly #capacity: number
  /** In order of use, the least recent first: a Map keeps the order of insertion. */
  readonly #entries = new Map<Key, Value>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    const oldest = this.#entries.keys().next()
    if (this.#entries.size > this.#capacity && !oldest.done) this.#entries.delete(oldest.value)
  }
}
