import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { addressOf } from '#core/address-of.ts'
import { daysInView, today } from '#core/posts/calendar.ts'
import { COMING } from '#core/posts/dashboard-lists.ts'
import { firstWeekday, weekStart } from '#core/posts/week-start.ts'
import type { PageRead, Read } from '../http/reads.ts'
import type { SignedIn } from '../http/caller.ts'

/** By address, as the browser would ask. */
export interface FirstAnswer {
  answers: Record<string, unknown>
  /** Of those answers that have one: by it the browser asks whether they are still the same. */
  tags: Record<string, string>
  /** Where this is among all events: with it the browser asks for what came after. */
  mark?: string
}

export interface Visit {
  /** The page's path as the build names it. */
  path: string
  signedIn: SignedIn
  request: FastifyRequest
  now: Date
  /** The browser's own, `en-US`: the week begins by it. */
  locale: string
  /** Taken before anything is read. */
  mark: string
}

const AT_ONCE_MS = 30

/** What the page reads as soon as it is drawn. */
export async function firstReads(read: Read, { path, now, locale, mark, ...as }: Visit): Promise<FirstAnswer> {
  const first: FirstAnswer = { answers: { '/api/user': as.signedIn.user }, tags: {}, mark }
  const take = async (key: PageRead, query?: Record<string, unknown>) => {
    const { answer, tag }: { answer: unknown; tag: string | undefined } = await read(key, as, query)
    const address = addressOf(key, { query })
    first.answers[address] = answer
    if (tag) first.tags[address] = tag
  }
  const summary = async () => {
    const { timeZone, weekStartsOn } = as.signedIn.user
    // Where the browser's zone counts, only the browser knows when the week began.
    if (!timeZone) return
    const query = { weekFrom: weekStart(now, timeZone, locale, weekStartsOn).toISOString() }
    await take('GET /api/posts/summary', query)
  }
  // Known at once where there is no model, or it was asked a moment ago; else nobody waits for its vendor.
  const aiStatus = () => Promise.race([take('GET /api/ai/status'), setTimeout(AT_ONCE_MS)])
  const week = async () => {
    const { timeZone, weekStartsOn } = as.signedIn.user
    if (!timeZone) return
    const days = daysInView('week', today(now, timeZone), firstWeekday(locale, weekStartsOn))
    await take('GET /api/posts/calendar', { daysFrom: days[0], daysTo: days.at(-1), timeZone })
  }
  // A long list is begun with; the rest is read by whoever wants it.
  const coming = () => take('GET /api/posts/scheduled', { limit: COMING })
  const profile = () => [
    take('GET /api/profile'),
    take('GET /api/sessions'),
    take('GET /api/two-factor'),
    take('GET /api/passkeys'),
    take('GET /api/export'),
  ]
  const dashboard = () => [summary(), week(), coming()]
  await Promise.all([
    take('GET /api/notifications'),
    take('GET /api/social-accounts'),
    ...(path === '/' ? dashboard() : []),
    ...(path === '/create' || path === '/social-accounts' ? [take('GET /api/platforms')] : []),
    ...(path === '/profile' ? profile() : []),
    ...(path === '/schedule' ? [summary()] : []),
    ...(path === '/create' || path === '/settings' ? [aiStatus()] : []),
    ...(path === '/settings' ? [take('GET /api/slots'), take('GET /api/voice'), take('GET /api/ai/usage')] : []),
    // In which days, only the browser knows where the person has not said it.
    ...(path === '/analytics' && as.signedIn.user.timeZone ? [take('GET /api/analytics', {})] : []),
  ])
  return first
}
