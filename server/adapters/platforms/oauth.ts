import type { PublishFailure } from '#core/publishing/failure.ts'
import type { PlatformAnswer } from './http.ts'
import { at, textAt } from './json.ts'
import type { Tokens } from './platform-client.ts'

/** Reads a token response (RFC 6749, 5.1). */
export const tokenReader =
  (now: () => Date) =>
  ({ json }: PlatformAnswer): (Tokens & { scopes: string[] }) | undefined => {
    const accessToken = textAt(json, 'access_token')
    if (!accessToken) return undefined
    const refreshToken = textAt(json, 'refresh_token') ?? null
    return { accessToken, refreshToken, expiresAt: expiry(json, now()), scopes: scopesIn(at(json, 'scope')) }
  }

/**
 * Reads a refused token request. Only the error codes of RFC 6749, 5.2 prove that access was revoked, because a proxy
 * may send the same status.
 */
export const grantFailureReader =
  (readFailure: (answer: PlatformAnswer) => PublishFailure) =>
  (answer: PlatformAnswer): PublishFailure => {
    const [error, detail] = [textAt(answer.json, 'error'), textAt(answer.json, 'error_description') ?? null]
    if (error === 'invalid_grant' || error === 'invalid_request') return { kind: 'reconnect', detail }
    if (error === 'invalid_client' || error === 'unauthorized_client')
      return { kind: 'refused', reason: 'configuration', detail }
    const failure = readFailure(answer)
    return failure.kind === 'reconnect' ? { kind: 'answer-lost', detail: `HTTP ${answer.status}` } : failure
  }

/** Scopes are a list, or a text separated by spaces or commas. */
export function scopesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : []
}

/** The expiry of a token: `expires_in` seconds from now, minus a minute. */
function expiry(json: unknown, now: Date): Date | null {
  const seconds = Number(at(json, 'expires_in'))
  return seconds > 0 ? new Date(now.getTime() + Math.min(Math.max(0, seconds - 60), LONGEST_LIFE_S) * 1000) : null
}

/** The longest lifetime of a token that Frogy accepts, because an independent server may state any number. */
const LONGEST_LIFE_S = 10 * 365 * 86_400

export const bearer = ({ accessToken }: { accessToken: string }) => ({ authorization: `Bearer ${accessToken}` })
