import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, ERROR_STATUS, type ErrorBody, type ErrorCode } from '#core/errors.ts'
import { isDatabaseBusy, isDatabaseUnavailable, isDiskFull } from '../db/database.ts'
import { translator } from '../messages.ts'
import { http } from './node-http.ts'
import { ClientDisconnected } from './request-signal.ts'
import { languageOf } from './request-language.ts'

/** The default of the `Retry-After` header. */
const DEFAULT_RETRY_MS = 3_000

export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Set `cache-control` and `x-request-id` here too, because hooks do not run for a malformed URL.
  reply.header('cache-control', 'no-store').header('x-request-id', request.id)
  if (thrown instanceof ClientDisconnected || isAborted(request)) return reply.code(499).send()
  const { status, body, retryAfterS } = errorBody(thrown, request)
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS))
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Converts any error to the standard body in the caller's language. Logs unexpected errors in full. */
export function errorBody(
  thrown: unknown,
  request: FastifyRequest,
): { status: number; body: ErrorBody; retryAfterS: number | undefined } {
  const error = asAppError(thrown)
  if (error.code === 'internal') request.log.error({ err: thrown }, 'unexpected error')
  else if (ERROR_STATUS[error.code] >= 500 && error.code !== 'shutting_down')
    request.log.warn({ err: error.cause ?? thrown }, error.code)

  const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? DEFAULT_RETRY_MS) / 1000))
  const status = ERROR_STATUS[error.code]
  const isPassing = error.retryAfterMs !== undefined || status === 503 || status === 429
  const values = error.code === 'too_many_requests' ? { ...readableWait(seconds), ...error.values } : error.values
  const body: ErrorBody = {
    message: translator(languageOf(request))(`errors.${error.code}`, values),
    code: error.code,
    ...(Object.keys(values).length > 0 && { values }),
    ...(error.issues && { issues: error.issues }),
  }
  return { status, body, retryAfterS: isPassing ? seconds : undefined }
}

/** Rounds a wait up to a readable unit. */
function readableWait(seconds: number): { wait: number; unit: 'seconds' | 'minutes' | 'hours' } {
  if (seconds < 120) return { wait: seconds, unit: 'seconds' }
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? { wait: minutes, unit: 'minutes' } : { wait: Math.ceil(minutes / 60), unit: 'hours' }
}

/** Whether the client aborted its request. It then needs no response and no log entry. */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** Rejects malformed or oversized HTTP in the standard error format. No language is known yet. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  // Send nothing if a response has already started.
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse }
  if (!socket.writable || error.code === 'ECONNRESET' || answer?.headersSent) return void socket.destroy()
  const code = PARSER_CODES[error.code ?? ''] ?? 'malformed_request'
  const status = ERROR_STATUS[code]
  const body = JSON.stringify({ message: translator('en')(`errors.${code}`), code } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

const PARSER_CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timed_out',
}

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isDiskFull(thrown)) return new AppError('disk_full', { cause: thrown })
  if (isDatabaseBusy(thrown)) return new AppError('busy', { cause: thrown })
  if (isDatabaseUnavailable(thrown)) return new AppError('database_away', { cause: thrown })
  const { code, statusCode } = (thrown ?? {}) as FastifyError
  const known = FASTIFY_CODES[code]
  if (known) return new AppError(known)
  // Report all other 4xx errors of Fastify's body parser as a malformed request, such as a wrong length or a forbidden
  // key.
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AppError('malformed_request', { cause: thrown })
  return new AppError('internal', { cause: thrown })
}
