import { setTimeout as pause } from 'node:timers/promises'
import type { Post } from '#core/posts/contract.ts'
import type { ChaosPerson } from './chaos-users.ts'
import type { Person } from './person.ts'

/** Within so long of any restart a due post is decided, or its owner was told that it is delayed, and why. */
export const NOTIFY_WITHIN_MS = 120_000
/** What starts again, and what was overdue meanwhile, is no fault of health for so long. */
const WELL_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 10_000
/** Of one that its owner was asked about, and that goes out again, they are told so a little later. */
const TOLD_AGAIN_WITHIN_MS = 30_000
/** How a delay is told of for which nobody has a reason. */
const NO_REASON = 'has not come to publishing'

export interface Watched {
  /** Each promise that was broken, in words. */
  wrong: string[]
  /** How many posts were seen to wait for so long, told of as they should be. */
  told: number
}

/**
 * Looks, until `signal` aborts, at what people see of their due posts, and at what health says.
 * @param restartedAt when the last process, the database and its disk were there again, in ms of the machine's clock
 */
export async function watchOverduePosts(
  people: ChaosPerson[],
  urls: string[],
  restartedAt: number,
  signal: AbortSignal,
): Promise<Watched> {
  const wrong = new Set<string>()
  const told = new Set<string>()
  const againSince = new Map<string, number>()
  for (;;) {
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return { wrong: [...wrong], told: told.size }
    if (Date.now() > restartedAt + WELL_WITHIN_MS)
      for (const sickness of (await Promise.all(urls.map(healthFaults))).flat()) wrong.add(sickness)
    if (Date.now() <= restartedAt + NOTIFY_WITHIN_MS) continue
    for (const { person } of people) {
      const { waiting, untold } = await delaysOf(person)
      for (const { id } of waiting) told.add(id)
      for (const post of untold) {
        told.delete(post.id)
        if (!againSince.has(post.id) && (await wasAskedAbout(person, post))) againSince.set(post.id, Date.now())
        if (Date.now() <= (againSince.get(post.id) ?? 0) + TOLD_AGAIN_WITHIN_MS) continue
        wrong.add(`${post.id} (${post.platform}, ${post.status}) has been due for two minutes, and nobody was told why`)
      }
    }
  }
}

/** The posts of a person that have been due for two minutes, and those of them that they were told nothing true of. */
async function delaysOf(person: Person): Promise<{ waiting: Post[]; untold: Post[] }> {
  const isWaiting = ({ status, scheduledAt }: Post): boolean =>
    (status === 'scheduled' || status === 'publishing') &&
    Date.parse(scheduledAt ?? '') <= Date.now() - NOTIFY_WITHIN_MS
  const waiting = (await person.call('GET /api/posts', {})).filter(isWaiting)
  if (waiting.length === 0) return { waiting, untold: [] }
  const { items } = await person.call('GET /api/notifications', {})
  const delays = items.filter(({ kind, text }) => kind === 'delayed' && !text.includes(NO_REASON))
  const told = await Promise.all(
    delays.map(({ id }) => person.call('GET /api/notifications/{id}/posts', { params: { id } })),
  )
  const ids = new Set(told.flat().map(({ id }) => id))
  // Some were decided between one call and the other.
  const now = await Promise.all(waiting.filter(({ id }) => !ids.has(id)).map((post) => person.read(post)))
  return { waiting, untold: now.filter(isWaiting) }
}

async function wasAskedAbout(person: Person, { id }: Post): Promise<boolean> {
  const timeline = await person.call('GET /api/posts/{id}/timeline', { params: { id } })
  return timeline.some(({ what }) => what === 'asked_owner')
}

/** What health finds wrong. */
export async function healthFaults(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/healthz`)
  return answer.ok ? [] : [`health is ${answer.status}: ${await answer.text()}`]
}
