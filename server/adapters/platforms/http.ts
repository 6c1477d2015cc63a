import type { ClientRequest, IncomingMessage } from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { REQUEST_TIMEOUT_MS } from '#core/publishing/sending-times.ts'
import { http } from '../../http/node-http.ts'
import { parseJson } from './json.ts'
import type { Outcome } from './platform-client.ts'

/** A request to a network, as data: what it asks can be read and tested without asking. */
export interface PlatformRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  /** Sent as `application/json`. */
  json?: unknown
  /** Sent as `application/x-www-form-urlencoded`. */
  form?: Record<string, string>
  /** Sent as `multipart/form-data`, files in it as blobs. */
  multipart?: Record<string, string | Blob>
  /** Sent as they are. */
  bytes?: Blob
  /** Looked at once the connection stands, right before the request is handed to it: where it says no, nothing is sent. */
  mayBegin?: () => boolean
}

export interface PlatformAnswer {
  status: number
  headers: Headers
  /** The body's JSON, undefined where it is none. Ids beyond 2^53 are kept as text. */
  json: unknown
}

/**
 * Sends a request and reads its answer with the network's own readers. A 5xx, a 408 or a success that cannot be read
 * proves nothing: whoever gave up, the post may be out.
 */
export async function ask<T>(
  request: PlatformRequest,
  signal: AbortSignal,
  readSuccess: (answer: PlatformAnswer) => T | undefined,
  readFailure: (answer: PlatformAnswer) => PublishFailure,
): Promise<Outcome<T>> {
  const sent = await send(request, signal)
  if (!sent.ok) return sent
  const answer = sent.value
  if (answer.status >= 200 && answer.status < 300) {
    const value = readSuccess(answer)
    return value === undefined
      ? { ok: false, failure: { kind: 'answer-lost', detail: 'unreadable answer' } }
      : { ok: true, value }
  }
  if (answer.status >= 500 || answer.status === 408 || answer.status < 400) {
    return { ok: false, failure: { kind: 'answer-lost', detail: `HTTP ${answer.status}` } }
  }
  return { ok: false, failure: readFailure(answer) }
}

/** Sends one request and reads its answer whole. Its only failures are `not-sent` and `answer-lost`. */
async function send(request: PlatformRequest, signal: AbortSignal): Promise<Outcome<PlatformAnswer>> {
  const { headers, bytes } = await written(request)
  const within = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)])
  let hasBegun = false
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const { protocol } = new URL(request.url)
      const isSecure = protocol === 'https:'
      const outgoing = (isSecure ? https : http).request(request.url, {
        method: request.method,
        headers,
        agent: AGENTS[isSecure ? 'https' : 'http'],
        signal: within,
      })
      outgoing.once('response', resolve).on('error', reject)
      onceConnected(outgoing, isSecure, () => {
        if (request.mayBegin && !request.mayBegin()) return void outgoing.destroy(TOO_LATE)
        hasBegun = true
        // Headers and body are handed to the connection in one go: nothing comes between the last look and them.
        outgoing.end(bytes)
      })
    })
    const json = parseJson(await text(response))
    return { ok: true, value: { status: response.statusCode ?? 0, headers: headersOf(response), json } }
  } catch (cause) {
    // What was never handed to the connection, the network has surely not seen.
    if (cause === TOO_LATE)
      return { ok: false, failure: { kind: 'not-sent', detail: TOO_LATE.message, because: 'own_fault' } }
    return { ok: false, failure: { kind: hasBegun ? 'answer-lost' : 'not-sent', detail: inWords(cause) } }
  }
}

/** Whoever was frozen or starved for so long is not to blame on the network. */
const TOO_LATE = new Error('too late to be sent')

/** A connection that is kept is let go of before most servers end theirs: what is sent on an ended one is lost. */
const KEPT = { keepAlive: true, timeout: 4_000 }
const AGENTS = { http: new http.Agent(KEPT), https: new https.Agent(KEPT) }

/** Calls back as soon as a request has its connection, so that whatever is written goes out in the same moment. */
function onceConnected(outgoing: ClientRequest, isSecure: boolean, connected: () => void): void {
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) connected()
    else socket.once(isSecure ? 'secureConnect' : 'connect', connected)
  })
}

/** A request's headers, and its body as it goes over the wire. */
async function written(request: PlatformRequest): Promise<{ headers: Record<string, string>; bytes?: Uint8Array }> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'Frogy/0.1', ...request.headers }
  let body: Blob | string | URLSearchParams | FormData | undefined = request.bytes
  if (request.json !== undefined) {
    headers['content-type'] ??= 'application/json'
    body = JSON.stringify(request.json)
  } else if (request.form) {
    body = new URLSearchParams(request.form)
  } else if (request.multipart) {
    const form = new FormData()
    for (const [name, value] of Object.entries(request.multipart)) form.append(name, value)
    body = form
  }
  if (body === undefined) return { headers }
  const encoded = new Response(body)
  const type = encoded.headers.get('content-type')
  if (type) headers['content-type'] ??= type
  return { headers, bytes: await encoded.bytes() }
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value)
  return headers
}

function inWords(cause: unknown): string | null {
  const { code, message } = ((cause as Error | undefined)?.cause ?? cause ?? {}) as { code?: unknown; message?: string }
  // A time-out's code is a number of the web's own, which tells nobody anything.
  return typeof code === 'string' ? code : (message ?? null)
}
