import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock/clock.ts'
import type { Cookies } from '../../http/cookies.ts'
import type { Secrets } from '../../secrets.ts'

const COOKIE = 'frogy_browser'
/** The longest cookie lifetime that browsers allow. Each sign-in renews the cookie. */
const LIFE_MS = 400 * 24 * 3_600_000

/** A browser in which this user signed in or chose a new password by mailed link. */
export interface KnownBrowser {
  id: string
  userId: string
}

export interface KnownBrowsers {
  find(request: FastifyRequest): KnownBrowser | undefined
  remember(userId: string, reply: FastifyReply): void
}

/**
 * Recognizes browsers by a signed cookie that is not stored on the server. The cookie grants no access. It only
 * separates a user's rate limits from those of unknown browsers (docs/decisions/011).
 */
export function knownBrowsers(clock: Clock, secrets: Secrets, cookies: Cookies): KnownBrowsers {
  const signed = (userId: string, id: string, since: string) => `browser ${userId} ${id} ${since}`
  return {
    find(request) {
      const [userId = '', id = '', since = '', signature = ''] = (cookies.read(request, COOKIE) ?? '').split('.')
      const ageMs = clock.now().getTime() - Number(since)
      return ageMs < LIFE_MS && secrets.isSigned(signed(userId, id, since), signature) ? { id, userId } : undefined
    },
    remember(userId, reply) {
      const [id, since] = [randomUUID(), String(clock.now().getTime())]
      const value = [userId, id, since, secrets.sign(signed(userId, id, since))].join('.')
      cookies.write(reply, COOKIE, value, LIFE_MS)
    },
  }
}
