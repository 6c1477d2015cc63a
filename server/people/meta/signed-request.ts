import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import { parseJson, textAt } from '../../adapters/platforms/json.ts'

const ALGORITHM = 'HMAC-SHA256'
/** The maximum age of a callback. Meta sends callbacks immediately, so an older one is a replay. */
const LIFE_MS = 3_600_000
/** The maximum time by which Meta's clock may be ahead of Frogy's clock. */
const AHEAD_MS = 5 * 60_000
const BASE64URL = /^[\w-]+={0,2}$/

/** The content of Meta's request: the app-scoped user id and the time. */
interface SignedRequest {
  userId: string
  issuedAt: Date
}

/**
 * Parses Meta's `signed_request`: a base64url signature, a dot and base64url JSON.
 * @throws AppError invalid_signature when Meta has not signed it, or it is too old
 */
export function readSignedRequest(text: string, secret: string, now: Date): SignedRequest {
  const [signature = '', payload = '', ...rest] = text.split('.')
  if (rest.length > 0 || !BASE64URL.test(signature) || !isSignature(signature, payload, secret)) throw refusal()
  const json = parseJson(Buffer.from(payload, 'base64url').toString())
  const [userId, seconds] = [textAt(json, 'user_id'), Number(textAt(json, 'issued_at'))]
  const isOurs = textAt(json, 'algorithm')?.toUpperCase() === ALGORITHM
  if (!isOurs || !userId || userId.length > 100 || !Number.isInteger(seconds)) throw refusal()
  const issuedAt = new Date(seconds * 1000)
  const ageMs = now.getTime() - issuedAt.getTime()
  // `ageMs` is NaN for an invalid date, so the condition rejects that too.
  if (!(ageMs <= LIFE_MS && ageMs >= -AHEAD_MS)) throw refusal()
  return { userId, issuedAt }
}

/** Verifies the signature of the raw payload, before it is parsed. */
function isSignature(given: string, payload: string, secret: string): boolean {
  const [own, theirs] = [createHmac('sha256', secret).update(payload).digest(), Buffer.from(given, 'base64url')]
  return own.length === theirs.length && timingSafeEqual(own, theirs)
}

const refusal = () => new AppError('invalid_signature')
