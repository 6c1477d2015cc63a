import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock/clock.ts'
import type { Cookies } from '../../http/cookies.ts'
import type { Secrets } from '../../secrets.ts'

const COOKIE = 'frogy_browser'
/** The longest that browsers keep a cookie; each sign-in begins it anew. */
const LIFE_MS = 400 * 24 * 3_600_000

/** A browser in which this person has signed in before, or has just chosen a new password by a mailed link. */
export interface KnownBrowser {
  id: string
  userId: string
}

export interface KnownBrowsers {
  find(request: FastifyRequest): KnownBrowser | undefined
  remember(userId: string, reply: FastifyReply): void
}

/**
 * Known by a signed cookie, kept nowhere else. It opens nothing: it only lets its person's tries be counted apart from
 * those of strangers (docs/decisions/011).
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
