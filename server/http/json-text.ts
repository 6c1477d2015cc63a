import { hash } from 'node:crypto'

/** A serialized JSON response with its ETag. */
export class JsonText<Value> {
  declare readonly value: Value
  /** The number of bytes. */
  readonly size: number
  /** A weak ETag, because compressed and plain bodies share it. */
  readonly tag: string
  readonly headers: Readonly<Record<string, string>>
  #pieces: readonly Buffer[]
  #isSent = false

  /**
   * @param text the JSON, whole or in pieces
   * @param digest a hash of the text, if the caller has one
   */
  constructor(text: string | readonly Buffer[], headers: Record<string, string> = {}, digest?: string) {
    this.#pieces = typeof text === 'string' ? [Buffer.from(text)] : text
    this.size = this.#pieces.reduce((size, piece) => size + piece.length, 0)
    this.tag = `W/"${(digest ?? hash('sha256', this.#joined(), 'base64url')).slice(0, 27)}"`
    this.headers = headers
  }

  /** Returns the body to send. Keeps the joined pieces from the second time on: most cached texts are sent only once. */
  bytes(): Buffer {
    const joined = this.#joined()
    if (this.#isSent) this.#pieces = [joined]
    this.#isSent = true
    return joined
  }

  #joined(): Buffer {
    const [first] = this.#pieces
    return first && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces, this.size)
  }

  /** Whether the caller already has this version, by `If-None-Match`. */
  matches(ifNoneMatch: string | undefined): boolean {
    const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^(?!W\/)/, 'W/')) ?? []
    return tags.includes(this.tag) || ifNoneMatch?.trim() === '*'
  }

  parsed(): Value {
    return JSON.parse(this.#joined().toString()) as Value
  }
}
