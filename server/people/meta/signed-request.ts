import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import { parseJson, textAt } from '../../adapters/platforms/json.ts'

const ALGORITHM = 'HMAC-SHA256'
/** Meta sends it as it happens. What was signed long ago is somebody's copy. */
const LIFE_MS = 3_600_000
/** How far the clock of its servers may be ahead. */
const AHEAD_MS = 5 * 60_000
const BASE64URL = /^[\w-]+={0,2}$/

/** Whom Meta calls about, by its own name for them in this app, and when it wrote that. */
export interface SignedRequest {
  userId: string
  issuedAt: Date
}

/**
 * What Meta's `signed_request` says: a signature with the app's secret, a dot, and the signed JSON, both in base64url.
 * @throws AppError invalid_signature for whatever is not Meta's, or was not written just now
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
  // What is no date at all is neither.
  if (!(ageMs <= LIFE_MS && ageMs >= -AHEAD_MS)) throw refusal()
  return { userId, issuedAt }
}

/** Over the payload as it came, and before anything of it is read. */
function isSignature(given: string, payload: string, secret: string): boolean {
  const [own, theirs] = [createHmac('sha256', secret).update(payload).digest(), Buffer.from(given, 'base64url')]
  return own.length === theirs.length && timingSafeEqual(own, theirs)
}

const refusal = () => new AppError('invalid_signature')
