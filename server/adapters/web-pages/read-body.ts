import { pipeline, type Duplex } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { AppError } from '#core/errors.ts'
import { IncompleteBody } from './http-response.ts'
import { isWholeBody } from './whole-body.ts'
import { DOCUMENT_LIMIT_BYTES, PAGE_LIMIT_BYTES } from '#core/reading/limits.ts'

const CODINGS = ['gzip', 'deflate', 'br', 'zstd'] as const
type Coding = (typeof CODINGS)[number]
export const ACCEPTED_CODINGS = CODINGS.join(', ')
/**
 * How many times a body may be compressed, one coding after another. Each coding allocates memory for its window, and a
 * header could list thousands of codings.
 */
const MAX_CODINGS = 3

type Chunks = AsyncIterable<Buffer>

/**
 * Reads up to `PAGE_LIMIT_BYTES` of a page or `DOCUMENT_LIMIT_BYTES` of a document, else throws `page_too_large`.
 * Accepts a body whose length, last chunk or trailer is wrong, if its text is complete.
 */
export async function readBody(body: Chunks, codings: Coding[], contentType: string | null): Promise<Uint8Array> {
  // Limit each decompression step: an endless stream could decompress to nothing at the next step.
  let layer = limited(body, DOCUMENT_LIMIT_BYTES)
  let fault: unknown
  for (const [index, coding] of codings.toReversed().entries()) {
    // End the stream normally after an incomplete transfer, so that the decoder outputs everything that it received.
    if (index === 0) layer = endingAtFault(layer, (error) => (fault = error))
    layer = limited(decoded(layer, coding), DOCUMENT_LIMIT_BYTES)
  }
  const chunks: Buffer[] = []
  let sizeBytes = 0
  let limitBytes: number | undefined
  try {
    for await (const chunk of layer) {
      chunks.push(chunk)
      sizeBytes += chunk.length
      if (sizeBytes <= PAGE_LIMIT_BYTES) continue
      limitBytes ??= isDocument(contentType, chunks) ? DOCUMENT_LIMIT_BYTES : PAGE_LIMIT_BYTES
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes)
    }
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) throw error
    fault ??= error
  }
  const bytes = Buffer.concat(chunks)
  if (fault !== undefined && !isWholeBody(bytes)) throw fault
  return bytes
}

async function* endingAtFault(chunks: Chunks, onFault: (error: IncompleteBody) => void): Chunks {
  try {
    yield* chunks
  } catch (error) {
    if (!(error instanceof IncompleteBody)) throw error
    onFault(error)
  }
}

/** Parses `Content-Encoding`, in the order applied. Undefined for an unknown coding. */
export function codingsOf(header: string): Coding[] | undefined {
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-(?=gzip$)/, ''))
    .filter((name) => !NO_CODINGS.test(name))
  return names.length <= MAX_CODINGS && names.every(isCoding) ? names : undefined
}

/** Header values that mean no coding. Servers also put a character set or a type there by mistake. */
const NO_CODINGS = /^(?:|identity|none|binary|[78]bit|utf-?8|iso-8859-\d+|windows-\d+|[a-z]+\/[\w.+-]+)$/

const isCoding = (name: string): name is Coding => (CODINGS as readonly string[]).includes(name)

const tooLarge = (limitBytes: number) =>
  new AppError('page_too_large', { values: { megabytes: limitBytes / 1024 / 1024 } })

async function* limited(chunks: Chunks, limitBytes: number): Chunks {
  let sizeBytes = 0
  for await (const chunk of chunks) {
    sizeBytes += chunk.length
    if (sizeBytes > limitBytes) throw tooLarge(limitBytes)
    yield chunk
  }
}

async function* decoded(encoded: Chunks, coding: Coding): Chunks {
  const { start, all } = await peek(encoded, 4)
  const decoder = start.length > 0 ? decoderFor(coding, start) : undefined
  yield* decoder ? pipeline(all, decoder, () => {}) : all
}

/**
 * The decoder of a coding. Undefined if the body clearly lacks the declared coding, as misconfigured caches send it.
 */
function decoderFor(coding: Coding, start: Buffer): Duplex | undefined {
  switch (coding) {
    case 'gzip':
      return start.indexOf(GZIP_MAGIC) === 0 ? createGunzip() : undefined
    case 'deflate':
      // Accept both formats: the coding `deflate` means zlib's format (RFC 9110, 8.4.1.2), but some servers send raw
      // deflate.
      return hasZlibHeader(start) ? createInflate() : createInflateRaw()
    case 'br':
      return createBrotliDecompress()
    case 'zstd':
      // Set the limit of HTTP, because the decoder's default is 16 times as high: a Zstandard window of 8 MB (RFC
      // 9659).
      return start.indexOf(ZSTD_MAGIC) === 0
        ? createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } })
        : undefined
  }
}

const GZIP_MAGIC = Buffer.from('1f8b', 'hex')
const ZSTD_MAGIC = Buffer.from('28b52ffd', 'hex')
const ZIP_MAGIC = Buffer.from('504b0304', 'hex')
const COMPOUND_FILE_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Whether data begin with a zlib header (RFC 1950, 2.2): method 8, and the two bytes are a multiple of 31. */
function hasZlibHeader(start: Buffer): boolean {
  const [method = 0, flags = 0] = start
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0
}

const DOCUMENT_TYPE = /^\s*application\/(pdf|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)\b/i

const isDocument = (contentType: string | null, chunks: Buffer[]): boolean =>
  DOCUMENT_TYPE.test(contentType ?? '') || looksLikeDocument(Buffer.concat(chunks, LOOKED_AT_BYTES))

/** How many bytes to search for the header `%PDF-`. PDF readers search as many. */
const LOOKED_AT_BYTES = 1_024

/**
 * Whether the first bytes look like a PDF, a ZIP (DOCX) or an old Office file. The document reader makes the final
 * decision.
 */
export function looksLikeDocument(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOKED_AT_BYTES))
  // An HTML page that writes about PDF may contain `%PDF-` too, so exclude text that begins with a tag.
  const isPdf = start.includes('%PDF-') && !/^\s*</.test(start.toString('latin1', 0, 100))
  return isPdf || start.indexOf(ZIP_MAGIC) === 0 || start.indexOf(COMPOUND_FILE_MAGIC) === 0
}

/** Reads at least `length` first bytes if available, and returns a stream that still includes them. */
async function peek(chunks: Chunks, length: number): Promise<{ start: Buffer; all: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < length) {
    const next = await iterator.next()
    if (next.done) break
    start = Buffer.concat([start, next.value])
  }
  const rest: Chunks = { [Symbol.asyncIterator]: () => iterator }
  async function* all(): Chunks {
    if (start.length > 0) yield start
    yield* rest
  }
  return { start, all: all() }
}
