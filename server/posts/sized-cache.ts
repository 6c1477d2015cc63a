/** A cache with a limit on the total size of its values. The least recently used value is evicted first. */
export class SizedCache<Value> {
  readonly #entries = new Map<string, { value: Value; size: number; usedAt: number }>()
  readonly #maxSize: number
  #size = 0
  /** Counts insertions, as a clock for the least recently used value. */
  #now = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // Only an insertion evicts entries. So between two insertions, an entry needs to move to the end only once.
    if (entry.usedAt !== this.#now) {
      entry.usedAt = this.#now
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    return entry.value
  }

  set(key: string, value: Value, size: number): void {
    this.#size += size - (this.#entries.get(key)?.size ?? 0)
    this.#entries.delete(key)
    this.#entries.set(key, { value, size, usedAt: ++this.#now })
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#maxSize) break
      this.#entries.delete(oldest)
      this.#size -= entry.size
    }
  }
}
