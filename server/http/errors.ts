import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, ERROR_STATUS, type ErrorBody, type ErrorCode } from '#core/errors.ts'
import { isDatabaseAway, isDiskFull } from '../db/database.ts'
import { translator } from '../messages.ts'
import { CallerLeft } from './request-signal.ts'
import { languageOf } from './router.ts'

/** A pause that a client may well try again after, where nothing better is known. */
const PAUSE_MS = 3_000

/** Turns whatever was thrown into the one error body, in the caller's language. What nobody expected is logged whole. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (thrown instanceof CallerLeft) return reply.code(499).send()
  const error = asAppError(thrown)
  if (error.code === 'internal') request.log.error({ err: thrown }, 'unexpected error')
  else if (ERROR_STATUS[error.code] >= 500) request.log.warn({ err: error.cause ?? thrown }, error.code)

  const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? PAUSE_MS) / 1000))
  const status = ERROR_STATUS[error.code]
  if (error.retryAfterMs !== undefined || status === 503 || status === 429) reply.header('retry-after', String(seconds))
  const body: ErrorBody = {
    message: translator(languageOf(request))(`errors.${error.code}`, { seconds, ...error.values }),
    code: error.code,
    ...(error.issues && { issues: error.issues }),
  }
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
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
  if (isDatabaseAway(thrown)) return new AppError('database_away', { cause: thrown })
  const { code, statusCode } = (thrown ?? {}) as FastifyError
  const known = FASTIFY_CODES[code]
  if (known) return new AppError(known)
  // The body parser's own refusals (a broken length, a forbidden key) carry a 4xx.
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AppError('malformed_request', { cause: thrown })
  return new AppError('internal', { cause: thrown })
}
