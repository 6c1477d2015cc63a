import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { addressOf } from '#core/address-of.ts'
import { daysInView, today } from '#core/posts/calendar.ts'
import { isNewUser } from '#core/posts/dashboard-intro.ts'
import { SCHEDULED_SHOWN } from '#core/posts/dashboard-lists.ts'
import type { PostSummary } from '#core/posts/lists-contract.ts'
import { firstWeekday, weekStart } from '#core/posts/week-start.ts'
import type { PageRead } from '../http/page-read.ts'
import type { Read } from '../http/reads.ts'
import type { SignedIn } from '../http/caller.ts'

/** The responses that a page embeds, by the URL that the browser requests. */
export interface InitialData {
  answers: Record<string, unknown>
  /** Entity tags by URL, for conditional requests. */
  tags: Record<string, string>
  /** The position in the event stream when the page was rendered. The browser's event stream continues after it. */
  mark?: string
}

interface Visit {
  /** The page's route pattern. */
  path: string
  signedIn: SignedIn
  request: FastifyRequest
  now: Date
  /** The browser's locale, such as `en-US`, which determines the first day of the week. */
  locale: string
  /** The position in the event stream before the page's data is read. */
  mark: string
}

const AT_ONCE_MS = 30

/** The pages that show which networks are available. */
const SHOWS_PLATFORMS: ReadonlySet<string> = new Set(['/create', '/social-accounts', '/unconfirmed/:id'])

/** Runs the requests that the page makes on load. */
export async function readInitialData(read: Read, { path, now, locale, mark, ...as }: Visit): Promise<InitialData> {
  const first: InitialData = { answers: { '/api/user': as.signedIn.user }, tags: {}, mark }
  const embed = async (key: PageRead, query?: Record<string, unknown>) => {
    const { answer, tag }: { answer: unknown; tag: string | undefined } = await read(key, as, query)
    const address = addressOf(key, { query })
    first.answers[address] = answer
    if (tag) first.tags[address] = tag
    return answer
  }
  const summary = async () => {
    const { timeZone, weekStartsOn } = as.signedIn.user
    // Without a stored time zone, the server does not know when the week begins.
    if (!timeZone) return
    const query = { weekFrom: weekStart(now, timeZone, locale, weekStartsOn).toISOString() }
    return (await embed('GET /api/posts/summary', query)) as PostSummary
  }
  // A new user's dashboard also shows the first draft.
  const summaryAndDraft = async () => {
    const found = await summary()
    if (found && isNewUser(found)) await embed('GET /api/posts', { status: 'draft' })
  }
  // Embeds the AI status only if it is available immediately. The page does not wait for the AI provider.
  const aiStatus = () => Promise.race([embed('GET /api/ai/status'), setTimeout(AT_ONCE_MS)])
  const week = async () => {
    const { timeZone, weekStartsOn } = as.signedIn.user
    if (!timeZone) return
    const days = daysInView('week', today(now, timeZone), firstWeekday(locale, weekStartsOn))
    await embed('GET /api/posts/calendar', { daysFrom: days[0], daysTo: days.at(-1), timeZone, free: 'true' })
  }
  // Embeds only the first page of the list of scheduled posts.
  const coming = () => embed('GET /api/posts/scheduled', { limit: SCHEDULED_SHOWN })
  const profile = () => [
    embed('GET /api/profile'),
    embed('GET /api/sessions'),
    embed('GET /api/two-factor'),
    embed('GET /api/passkeys'),
    embed('GET /api/export'),
  ]
  const settings = () => [
    embed('GET /api/slots'),
    embed('GET /api/voice'),
    embed('GET /api/phrases'),
    embed('GET /api/link-parameters'),
    embed('GET /api/ai/usage'),
  ]
  // The user has connected an account and may have left the composer for it, which then opens again.
  const mayReturn = path === '/social-accounts' && as.request.url.includes('connected=')
  const dashboard = () => [summaryAndDraft(), week(), coming()]
  await Promise.all([
    embed('GET /api/notifications'),
    embed('GET /api/social-accounts'),
    ...(path === '/' ? dashboard() : []),
    ...(SHOWS_PLATFORMS.has(path) ? [embed('GET /api/platforms')] : []),
    ...(path === '/profile' ? profile() : []),
    ...(path === '/schedule' ? [summary()] : []),
    ...(path === '/create' || path === '/settings' || mayReturn ? [aiStatus()] : []),
    ...(path === '/settings' ? settings() : []),
    // Embed the analytics only if the account has a time zone, because their days depend on it.
    ...(path === '/analytics' && as.signedIn.user.timeZone ? [embed('GET /api/analytics', {})] : []),
  ])
  return first
}
