import { hash } from 'node:crypto'

/** An answer that is JSON already, with the tag by which a caller asks whether it is still the same. */
export class JsonText<Value> {
  declare readonly value: Value
  readonly bytes: Buffer
  /** Weak: packed or not, it says the same. */
  readonly tag: string
  readonly headers: Readonly<Record<string, string>>

  constructor(text: string, headers: Record<string, string> = {}) {
    this.bytes = Buffer.from(text)
    this.tag = `W/"${hash('sha256', this.bytes, 'base64url').slice(0, 27)}"`
    this.headers = headers
  }

  /** Whether a caller has it, by their `If-None-Match`. */
  isKnownBy(ifNoneMatch: string | undefined): boolean {
    const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^(?!W\/)/, 'W/')) ?? []
    return tags.includes(this.tag) || ifNoneMatch?.trim() === '*'
  }

  parsed(): Value {
    return JSON.parse(this.bytes.toString()) as Value
  }
}
