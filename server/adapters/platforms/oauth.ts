import type { PublishFailure } from '#core/publishing/failure.ts'
import type { PlatformAnswer } from './http.ts'
import { at, textAt } from './json.ts'
import type { Tokens } from './platform-client.ts'

/** Reads what a token endpoint gives (RFC 6749, 5.1): every network answers in its shape. */
export const tokenReader =
  (now: () => Date) =>
  ({ json }: PlatformAnswer): (Tokens & { scopes: string[] }) | undefined => {
    const accessToken = textAt(json, 'access_token')
    if (!accessToken) return undefined
    const refreshToken = textAt(json, 'refresh_token') ?? null
    return { accessToken, refreshToken, expiresAt: expiry(json, now()), scopes: scopesIn(at(json, 'scope')) }
  }

/**
 * Reads what a token endpoint says no with (RFC 6749, 5.2). Only its own words prove that a grant is dead: a page of a
 * proxy's with the same status does not.
 */
export const grantFailureReader =
  (readFailure: (answer: PlatformAnswer) => PublishFailure) =>
  (answer: PlatformAnswer): PublishFailure => {
    const [error, detail] = [textAt(answer.json, 'error'), textAt(answer.json, 'error_description') ?? null]
    if (error === 'invalid_grant' || error === 'invalid_request') return { kind: 'reconnect', detail }
    if (error === 'invalid_client' || error === 'unauthorized_client') {
      return { kind: 'refused', reason: 'configuration', detail }
    }
    const failure = readFailure(answer)
    return failure.kind === 'reconnect' ? { kind: 'answer-lost', detail: `HTTP ${answer.status}` } : failure
  }

/** Scopes come separated by blanks, by commas, or as a list. */
export function scopesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : []
}

/** `expires_in` seconds from now, a minute early. */
function expiry(json: unknown, now: Date): Date | null {
  const seconds = Number(at(json, 'expires_in'))
  return seconds > 0 ? new Date(now.getTime() + Math.max(0, seconds - 60) * 1000) : null
}

/** Says by which token a request is made (RFC 6750, 2.1). */
export const bearer = ({ accessToken }: { accessToken: string }) => ({ authorization: `Bearer ${accessToken}` })
