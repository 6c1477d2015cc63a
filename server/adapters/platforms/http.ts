import type { ClientRequest, IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { REQUEST_TIMEOUT_MS } from '#core/publishing/sending-times.ts'
import { http } from '../../http/node-http.ts'
import { guardedSocket } from '../web-pages/guarded-client.ts'
import { checkAddress } from '../web-pages/page-address.ts'
import { parseJson } from './json.ts'
import type { Outcome } from './platform-client.ts'

/** A request to a network as data, so that tests can read it without a network. */
export interface PlatformRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  multipart?: Record<string, string | Blob | LargeFile>
  bytes?: Blob
  /** A body that is too large for memory. */
  large?: LargeFile
  /**
   * True if a user has named the host, which may then belong to an attacker. Such requests refuse private addresses and
   * reuse no connection.
   */
  isForeign?: true
  /** The maximum size of the response. If absent, the limit for lists of posts applies. */
  maxAnswerBytes?: number
  /** Called when the connection is ready, right before the first byte. If it returns false, nothing is sent. */
  mayBegin?: () => boolean
  signer?: RequestSigner
  /** Called before a signed request is repeated. If it returns false, the request is not repeated. */
  mayRepeat?: () => Promise<boolean>
}

/** Signs each request, including repeated ones, because a server accepts each signature only once. */
export interface RequestSigner {
  /** Returns the headers and form fields that sign the request. */
  sign(request: PlatformRequest): { headers: Record<string, string>; form: Record<string, string> }
  /**
   * Whether the server refused only the signature, so that another signature may succeed. Called for every response.
   */
  isRepeatable(request: PlatformRequest, answer: PlatformAnswer): boolean
}

interface LargeFile {
  type: string
  sizeBytes: number
  open(): Readable
}

export interface PlatformAnswer {
  status: number
  headers: Headers
  /** The body parsed as JSON, or undefined. Integers beyond 2^53 become text. */
  json: unknown
}

/**
 * Sends a request and reads its response. A 5xx, a 408 or an unreadable success does not prove that the post failed: it
 * may be public.
 */
export async function ask<T>(
  request: PlatformRequest,
  signal: AbortSignal,
  readSuccess: (answer: PlatformAnswer) => T | undefined,
  readFailure: (answer: PlatformAnswer) => PublishFailure,
): Promise<Outcome<T>> {
  let sent = await send(signed(request), signal)
  for (let repeats = 0; repeats < MAX_REPEATS; repeats++) {
    if (!sent.ok || !request.signer?.isRepeatable(request, sent.value)) break
    if (request.mayRepeat && !(await request.mayRepeat()))
      return { ok: false, failure: { kind: 'not-sent', detail: null, because: 'own_fault' } }
    sent = await send(signed(request), signal)
  }
  if (!sent.ok) return sent
  const answer = sent.value
  if (answer.status >= 200 && answer.status < 300) {
    const value = readSuccess(answer)
    return value === undefined
      ? { ok: false, failure: { kind: 'answer-lost', detail: 'unreadable answer' } }
      : { ok: true, value }
  }
  if (answer.status >= 500 || answer.status === 408 || answer.status < 400)
    return { ok: false, failure: { kind: 'answer-lost', detail: `HTTP ${answer.status}` } }
  return { ok: false, failure: readFailure(answer) }
}

/**
 * How often a refused request is signed and sent again. A server may first refuse the time in the signature, and then
 * require a nonce.
 */
const MAX_REPEATS = 2

function signed(request: PlatformRequest): PlatformRequest {
  if (!request.signer) return request
  const { headers, form } = request.signer.sign(request)
  return {
    ...request,
    headers: { ...request.headers, ...headers },
    ...(request.form && { form: { ...request.form, ...form } }),
  }
}

/** Sends one request and reads its whole response. Fails only with `not-sent` or `answer-lost`. */
async function send(request: PlatformRequest, signal: AbortSignal): Promise<Outcome<PlatformAnswer>> {
  const { headers, bytes, large } = await encode(request)
  // Round to whole milliseconds, because `AbortSignal.timeout` throws for fractions.
  const uploadMs = Math.ceil((large?.sizeBytes ?? 0) / SLOWEST_UPLOAD_BYTES_PER_MS)
  const within = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS + uploadMs)])
  let hasBegun = false
  try {
    const guarded = request.isForeign ? await foreignSocket(request.url, within) : undefined
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const { protocol } = new URL(request.url)
      const isSecure = protocol === 'https:'
      const outgoing = (isSecure ? https : http).request(request.url, {
        method: request.method,
        headers,
        ...(guarded ? { createConnection: () => guarded } : { agent: AGENTS[isSecure ? 'https' : 'http'] }),
        signal: within,
      })
      outgoing.once('response', resolve).on('error', reject)
      onceConnected(outgoing, isSecure, guarded !== undefined, () => {
        if (request.mayBegin && !request.mayBegin()) return void outgoing.destroy(TOO_LATE)
        hasBegun = true
        // Send headers and body in one write, so that nothing delays the body after the check of `mayBegin`.
        if (!large) return void outgoing.end(bytes)
        // A failed transfer does not prove a faulty file: some servers respond before they have read all of it.
        pipeline(large.open(), outgoing).catch((error: unknown) => outgoing.destroy(error as Error))
      })
    })
    const json = parseJson(await bodyOf(response, request.maxAnswerBytes))
    return { ok: true, value: { status: response.statusCode ?? 0, headers: headersOf(response), json } }
  } catch (cause) {
    // Nothing was sent, so the network knows nothing of the request.
    if (cause === TOO_LATE)
      return { ok: false, failure: { kind: 'not-sent', detail: TOO_LATE.message, because: 'own_fault' } }
    return { ok: false, failure: { kind: hasBegun ? 'answer-lost' : 'not-sent', detail: describeError(cause) } }
  }
}

const SLOWEST_UPLOAD_BYTES_PER_MS = 50

/** Connects to a public address only. */
async function foreignSocket(address: string, signal: AbortSignal): Promise<Socket> {
  const url = new URL(address)
  checkAddress(url, [])
  return await guardedSocket(url, [], signal)
}

/** The maximum size of a response, well above any list of posts. */
const MAX_ANSWER_BYTES = 16_000_000

async function bodyOf(response: IncomingMessage, maxBytes = MAX_ANSWER_BYTES): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > maxBytes) throw new Error('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** This process was paused too long, so the request was stopped before its first byte. The network is not at fault. */
const TOO_LATE = new Error('too late to be sent')

/**
 * Idle connections are closed earlier than most servers close them, because a request on a closed connection is lost.
 */
const KEEP_ALIVE = { keepAlive: true, timeout: 4_000 }
const AGENTS = { http: new http.Agent(KEEP_ALIVE), https: new https.Agent(KEEP_ALIVE) }

/** Calls `connected` once the request has its connection, so that headers and body are sent together. */
function onceConnected(outgoing: ClientRequest, isSecure: boolean, isConnected: boolean, connected: () => void): void {
  outgoing.once('socket', (socket) => {
    if (isConnected || outgoing.reusedSocket) connected()
    else socket.once(isSecure ? 'secureConnect' : 'connect', connected)
  })
}

interface Encoded {
  headers: Record<string, string>
  bytes?: Uint8Array
  large?: LargeFile
}

async function encode(request: PlatformRequest): Promise<Encoded> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'Frogy/0.1', ...request.headers }
  const form = request.multipart && formOf(request.multipart)
  const large = request.large ?? (form && largeForm(form))
  if (large) {
    // Send a known length instead of chunks, which some servers refuse.
    return { headers: { 'content-type': large.type, 'content-length': String(large.sizeBytes), ...headers }, large }
  }
  let body: Blob | string | URLSearchParams | undefined = request.bytes
  if (request.json !== undefined) {
    headers['content-type'] ??= 'application/json'
    body = JSON.stringify(request.json)
  } else if (request.form) {
    body = new URLSearchParams(request.form)
  } else if (form) {
    body = new Blob(form.parts as (string | Blob)[], { type: form.type })
  }
  if (body === undefined) return { headers }
  const encoded = new Response(body)
  const type = encoded.headers.get('content-type')
  if (type) headers['content-type'] ??= type
  return { headers, bytes: await encoded.bytes() }
}

interface Form {
  type: string
  parts: (string | Blob | LargeFile)[]
}

/** Encodes a form. `FormData` would change each line break of a text to CRLF, and so move formatting in captions. */
function formOf(fields: Record<string, string | Blob | LargeFile>): Form {
  const boundary = `frogy-${randomUUID()}`
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const file =
      typeof value === 'string' ? '' : `; filename="${fileNameOf(value)}"\r\nContent-Type: ${value.type || BINARY}`
    return [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`, value, '\r\n']
  })
  return { type: `multipart/form-data; boundary=${boundary}`, parts: [...parts, `--${boundary}--\r\n`] }
}

const BINARY = 'application/octet-stream'

function fileNameOf(file: Blob | LargeFile): string {
  // Give the file an extension, from which Telegram derives its type.
  if (isLarge(file)) return file.type === 'image/gif' ? 'animation.gif' : 'video.mp4'
  return file instanceof File ? file.name.replaceAll(/["\r\n]/g, encodeURIComponent) : 'blob'
}

const isLarge = (part: string | Blob | LargeFile): part is LargeFile => typeof part === 'object' && 'open' in part

/** The form as a stream, if it contains a file that is too large for memory; otherwise undefined. */
function largeForm({ type, parts }: Form): LargeFile | undefined {
  if (!parts.some(isLarge)) return undefined
  const sizeOf = (part: string | Blob | LargeFile) => {
    if (typeof part === 'string') return Buffer.byteLength(part)
    return isLarge(part) ? part.sizeBytes : part.size
  }
  return {
    type,
    sizeBytes: parts.reduce((sum, part) => sum + sizeOf(part), 0),
    open: () =>
      Readable.from(
        (async function* () {
          for (const part of parts)
            if (typeof part === 'string') yield Buffer.from(part)
            else yield* isLarge(part) ? part.open() : part.stream()
        })(),
        { objectMode: false },
      ),
  }
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value)
  return headers
}

function describeError(cause: unknown): string | null {
  const { code, message } = ((cause as Error | undefined)?.cause ?? cause ?? {}) as { code?: unknown; message?: string }
  // Use the message of a timeout, because its `code` is only a number.
  return typeof code === 'string' ? code : (message ?? null)
}
