import { hash } from 'node:crypto'

/** A serialized JSON response with its ETag. */
export class JsonText<Value> {
  declare readonly value: Value
  readonly bytes: Buffer
  /** A weak ETag, because compressed and plain bodies share it. */
  readonly tag: string
  readonly headers: Readonly<Record<string, string>>

  /** @param digest a hash of the text, if the caller has one */
  constructor(text: string | Buffer, headers: Record<string, string> = {}, digest?: string) {
    this.bytes = typeof text === 'string' ? Buffer.from(text) : text
    this.tag = `W/"${(digest ?? hash('sha256', this.bytes, 'base64url')).slice(0, 27)}"`
    this.headers = headers
  }

  /** Whether the caller already has this version, by `If-None-Match`. */
  matches(ifNoneMatch: string | undefined): boolean {
    const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^(?!W\/)/, 'W/')) ?? []
    return tags.includes(this.tag) || ifNoneMatch?.trim() === '*'
  }

  parsed(): Value {
    return JSON.parse(this.bytes.toString()) as Value
  }
}
