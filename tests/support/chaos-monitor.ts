import { setTimeout as pause } from 'node:timers/promises'
import type { Post } from '#core/posts/contract.ts'
import type { ChaosUser } from './chaos-users.ts'
import type { Person } from './person.ts'

/**
 * After any restart, a due post must have a final status within this time, or its author must be notified of the delay.
 */
const NOTIFY_WITHIN_MS = 120_000
/** For this long after a restart, the health check may report starting processes and overdue posts. */
const HEALTHY_WITHIN_MS = 60_000
const CHECK_EVERY_MS = 10_000
/** The extra time for notifying the author, if the author has asked Frogy to send the post again. */
const NOTIFY_AGAIN_WITHIN_MS = 30_000
/** The notification text of a delay without a known reason. It does not count as a notification. */
const NO_REASON = 'has not come to publishing'

interface Watched {
  /** Descriptions of the promises that Frogy broke. */
  wrong: string[]
  /** How many posts waited for longer than `NOTIFY_WITHIN_MS` while their authors got a correct notification. */
  told: number
}

/**
 * Checks the notifications of overdue posts and the health check, until `signal` aborts.
 * @param restartedAt when the last process, the database and its disk were available again, in ms of the machine's
 * clock
 */
export async function watchOverduePosts(
  people: ChaosUser[],
  urls: string[],
  restartedAt: number,
  signal: AbortSignal,
): Promise<Watched> {
  const wrong = new Set<string>()
  const notifiedPosts = new Set<string>()
  const resentSince = new Map<string, number>()
  for (;;) {
    await pause(CHECK_EVERY_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return { wrong: [...wrong], told: notifiedPosts.size }
    if (Date.now() > restartedAt + HEALTHY_WITHIN_MS)
      for (const healthFault of (await Promise.all(urls.map(healthFaults))).flat()) wrong.add(healthFault)
    if (Date.now() <= restartedAt + NOTIFY_WITHIN_MS) continue
    for (const { person } of people) {
      const { waiting, untold } = await delaysOf(person)
      for (const { id } of waiting) notifiedPosts.add(id)
      for (const post of untold) {
        notifiedPosts.delete(post.id)
        if (!resentSince.has(post.id) && (await wasAskedAbout(person, post))) resentSince.set(post.id, Date.now())
        if (Date.now() <= (resentSince.get(post.id) ?? 0) + NOTIFY_AGAIN_WITHIN_MS) continue
        wrong.add(`${post.id} (${post.platform}, ${post.status}) has been due for two minutes without a notification`)
      }
    }
  }
}

/** A user's posts that have been due for two minutes, and those of them without a correct notification. */
async function delaysOf(person: Person): Promise<{ waiting: Post[]; untold: Post[] }> {
  const isWaiting = ({ status, scheduledAt }: Post): boolean =>
    (status === 'scheduled' || status === 'publishing') &&
    Date.parse(scheduledAt ?? '') <= Date.now() - NOTIFY_WITHIN_MS
  const waiting = (await person.call('GET /api/posts', {})).filter(isWaiting)
  if (waiting.length === 0) return { waiting, untold: [] }
  const { items } = await person.call('GET /api/notifications', {})
  const delays = items.filter(({ kind, text }) => kind === 'delayed' && !text.includes(NO_REASON))
  const notifiedPosts = await Promise.all(
    delays.map(({ id }) => person.call('GET /api/notifications/{id}/posts', { params: { id } })),
  )
  const ids = new Set(notifiedPosts.flat().map(({ id }) => id))
  // Some posts may have a final status since the first call, so read them again.
  const now = await Promise.all(waiting.filter(({ id }) => !ids.has(id)).map((post) => person.read(post)))
  return { waiting, untold: now.filter(isWaiting) }
}

async function wasAskedAbout(person: Person, { id }: Post): Promise<boolean> {
  const timeline = await person.call('GET /api/posts/{id}/timeline', { params: { id } })
  return timeline.some(({ what }) => what === 'asked_owner')
}

/** The faults that the health check reports. */
export async function healthFaults(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/healthz`)
  return answer.ok ? [] : [`health is ${answer.status}: ${await answer.text()}`]
}
