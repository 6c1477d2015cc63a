import type { Duplex } from 'node:stream'

/** A response read as leniently as browsers do: line ends, folded headers and lengths may be inexact. */
export interface HttpResponse {
  status: number
  /** The headers by lower-case names. Values are bytes as Latin-1. */
  headers: ReadonlyMap<string, readonly string[]>
  /** Throws `IncompleteBody` after the last bytes if the connection ends early. */
  body: AsyncIterable<Buffer>
}

/** The connection ended before the declared end of the body. Many servers declare a wrong length. */
export class IncompleteBody extends Error {
  override readonly name = 'IncompleteBody'
  readonly code = 'ERR_INCOMPLETE_BODY'
}

class InvalidResponse extends Error {
  override readonly name = 'InvalidResponse'
  readonly code = 'ERR_INVALID_RESPONSE'
}

/** The size limit of all headers together, as in browsers. */
const MAX_HEAD_BYTES = 256 * 1024
const MAX_CHUNK_LINE_BYTES = 8 * 1024

/**
 * Reads the response to the only GET request of a connection, so that its end is always clear. Node's and undici's
 * parsers reject responses that browsers accept (docs/decisions/008).
 */
export async function readResponse(socket: Duplex): Promise<HttpResponse> {
  const bytes = new ByteReader(socket)
  const head = { leftBytes: MAX_HEAD_BYTES }
  for (;;) {
    const status = await statusIn(bytes, head)
    const headers = await headersIn(bytes, head)
    if (status === 101) throw new InvalidResponse('The server switches protocols')
    if (status >= 200) return { status, headers, body: bodyOf(bytes, status, headers) }
  }
}

async function statusIn(bytes: ByteReader, head: { leftBytes: number }): Promise<number> {
  let line = ''
  while (line.trim() === '') line = await headLine(bytes, head)
  // Browsers accept up to four bytes before `HTTP`, such as a byte order mark.
  const status = Number(/^[^]{0,4}?http(?:\/\d+(?:\.\d+)?)?\s+(\d{3})(?!\d)/i.exec(line)?.[1])
  if (!(status >= 100)) throw new InvalidResponse(`Not an HTTP response: ${line.slice(0, 100)}`)
  return status
}

async function headersIn(bytes: ByteReader, head: { leftBytes: number }) {
  const headers = new Map<string, string[]>()
  let values: string[] = []
  for (let line = await headLine(bytes, head); line !== ''; line = await headLine(bytes, head)) {
    const colon = line.indexOf(':')
    const text = line
      .slice(colon + 1)
      .replaceAll(CONTROL, ' ')
      .trim()
    if (/^[ \t]/.test(line)) values.push(`${values.pop() ?? ''} ${line.replaceAll(CONTROL, ' ').trim()}`.trim())
    else if (colon > 0) {
      const name = line.slice(0, colon).trim().toLowerCase()
      values = headers.get(name) ?? []
      values.push(text)
      headers.set(name, values)
    }
  }
  return headers
}

const CONTROL = /\p{Cc}(?<![\x80-\x9f])/gu

async function headLine(bytes: ByteReader, head: { leftBytes: number }): Promise<string> {
  const line = await bytes.line(head.leftBytes)
  head.leftBytes -= line.length + 1
  return line
}

function bodyOf(bytes: ByteReader, status: number, headers: HttpResponse['headers']): AsyncIterable<Buffer> {
  if (status === 204 || status === 304) return take(bytes, 0)
  // Chunked encoding overrules a `Content-Length` (RFC 9112, 6.3).
  if (/(?:^|,)\s*chunked\s*$/i.test(headers.get('transfer-encoding')?.join() ?? '')) return chunks(bytes)
  const lengths = new Set(
    headers
      .get('content-length')
      ?.flatMap((value) => value.split(','))
      .map((text) => text.trim()),
  )
  if (lengths.size > 1) throw new InvalidResponse('Two lengths')
  const [length = ''] = lengths
  return take(bytes, /^\d{1,15}$/.test(length) ? Number(length) : Infinity)
}

async function* take(bytes: ByteReader, length: number): AsyncGenerator<Buffer> {
  for (let left = length; left > 0;) {
    const part = await bytes.some(left)
    if (!part && left < Infinity) throw new IncompleteBody(`${left} bytes are missing`)
    if (!part) return
    left -= part.length
    yield part
  }
}

async function* chunks(bytes: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const size = /^\s*([\da-f]{1,12})\s*(?:;.*)?$/i.exec(await bytes.line(MAX_CHUNK_LINE_BYTES, IncompleteBody))?.[1]
    if (size === undefined) throw new InvalidResponse('A chunk without a size')
    const length = Number.parseInt(size, 16)
    if (length === 0) return
    yield* take(bytes, length)
    if ((await bytes.line(MAX_CHUNK_LINE_BYTES, IncompleteBody)) !== '')
      throw new InvalidResponse('A chunk longer than its size')
  }
}

/** Reads the bytes of a connection by lines and lengths, each byte once. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  #isOver = false

  constructor(socket: Duplex) {
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** Returns at least one and at most `most` bytes. Undefined at the end. */
  async some(most: number): Promise<Buffer | undefined> {
    if (!(await this.#fill())) return undefined
    const part = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(part.length)
    return part
  }

  /** Returns a line without its end, as Latin-1. */
  async line(mostBytes: number, AtEnd: new (message: string) => Error = InvalidResponse): Promise<string> {
    const parts: Buffer[] = []
    let length = 0
    while (await this.#fill()) {
      const end = this.#rest.indexOf(0x0a)
      const part = end < 0 ? this.#rest : this.#rest.subarray(0, end)
      parts.push(part)
      length += part.length
      if (length > mostBytes) throw new InvalidResponse('A line or header is too long')
      this.#rest = this.#rest.subarray(part.length + (end < 0 ? 0 : 1))
      if (end >= 0) return Buffer.concat(parts).toString('latin1').replace(/\r+$/, '')
    }
    throw new AtEnd('The connection ended within a line')
  }

  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0 && !this.#isOver) {
      const { done, value } = await this.#next()
      if (done) this.#isOver = true
      else this.#rest = value
    }
    return this.#rest.length > 0
  }

  /**
   * Returns the next chunk. A reset counts as an incomplete body, because some servers reset the connection instead of
   * closing it.
   */
  async #next(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#chunks.next()
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ECONNRESET') throw new IncompleteBody('Reset', { cause: error })
      throw error
    }
  }
}
