import type { z } from 'zod'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Attempt, Post, TimelineMoment } from '#core/posts/contract.ts'
import { MAX_ATTEMPTS } from '#core/publishing/next-step.ts'
import { REQUEST_TIMEOUT_MS } from '#core/publishing/sending-times.ts'
import type { FailureCode } from '#core/publishing/failure.ts'
import type { ChaosPlan, PlannedPost } from './chaos-plan.ts'
import type { SimulatedPost } from './simulator.ts'
import { tally } from './tally.ts'

/** A planned post, and what Frogy says became of it. */
export interface Ended {
  planned: PlannedPost
  post: Post
  attempts: z.infer<typeof Attempt>[]
  timeline: z.infer<typeof TimelineMoment>[]
  dueAt: number
  /** Its person's ids at the network. */
  remote: string[]
  /** Of its pictures, in their order. */
  altTexts: string[]
}

export interface Judgement {
  /** Each promise that was broken, in words. */
  wrong: string[]
  /** How many posts are at their network more than once. */
  twice: number
  byNetwork: Record<Platform, Record<string, number>>
  /** Of the posts that went out at their first attempt, in ms. Waiting for a dead worker's lease to end is part of it. */
  lateMs: number[]
}

/** Compares what Frogy says with what the networks have. */
export function judge(
  { posts, revocation }: ChaosPlan,
  ended: Ended[],
  arrived: SimulatedPost[],
  killedAt: readonly number[],
  errors: string[],
): Judgement {
  const wrong = errors.map((line) => `a process logged: ${line}`)
  const atNetwork = Map.groupBy(
    arrived.filter(({ deleted }) => !deleted),
    ({ platform, text }) => `${platform} ${text}`,
  )
  const planned = new Set(posts.map(({ platform, text }) => `${platform} ${text}`))
  for (const [key] of atNetwork) if (!planned.has(key)) wrong.push(`nobody planned ${key}`)

  const lateMs: number[] = []
  let twice = 0
  for (const one of ended) {
    const found = atNetwork.get(`${one.planned.platform} ${one.planned.text}`) ?? []
    if (found.length > 1) twice++
    const isRevoked = one.planned.person === 0 && one.planned.platform === revocation?.platform
    const faults = [...faultsOf(one, found, isRevoked, killedAt)]
    wrong.push(...faults.map((fault) => `${fault}: ${inWords(one, found)}`))
    if (one.attempts.length === 1 && one.attempts[0]?.state === 'accepted' && found[0])
      lateMs.push(Date.parse(found[0].createdAt) - one.dueAt)
  }

  const byNetwork = Object.fromEntries(
    PLATFORMS.map((platform) => [
      platform,
      tally(ended.filter((one) => one.planned.platform === platform).map(({ post }) => post.status)),
    ]),
  ) as Judgement['byNetwork']
  return { wrong, twice, byNetwork, lateMs }
}

function* faultsOf(
  { planned, post, attempts, timeline, dueAt, remote, altTexts }: Ended,
  found: SimulatedPost[],
  isRevoked: boolean,
  killedAt: readonly number[],
) {
  if (found.length > 1) yield `out ${found.length} times`
  for (const { createdAt, accountId, media } of found) {
    if (Date.parse(createdAt) < dueAt) yield `${dueAt - Date.parse(createdAt)} ms early`
    if (!remote.includes(accountId)) yield `out from somebody else's account ${accountId}`
    if (JSON.stringify(media.map(({ altText }) => altText)) !== JSON.stringify(altTexts))
      yield 'out with other pictures'
  }
  switch (post.status) {
    case 'published':
      if (found.length === 0) yield 'said to be published, and not there'
      break
    case 'failed': {
      if (found.length > 0) yield 'said to have failed, and there'
      const isWorn = attempts.length >= MAX_ATTEMPTS && attempts.every((one) => PASSING.has(one.failure?.code ?? ''))
      const code = post.failure?.code
      const isTrue = code === 'reconnect' ? isRevoked : isWorn && (code === 'not_reached' || code === 'rate_limited')
      if (!isTrue) yield `failed for an untrue reason, ${code} (${post.failure?.detail})`
      break
    }
    case 'unconfirmed':
      // A member's posts on LinkedIn cannot be read, nor can anything once the permission is gone.
      if (planned.platform !== 'linkedin' && !isRevoked) yield 'unconfirmed, where the network can be asked'
      if (!isLost(attempts, timeline, killedAt)) yield 'unconfirmed, and nothing was lost'
      break
    default:
      yield 'undecided'
  }
}

/** For what a post is tried again. */
const PASSING = new Set<string>([
  'not_reached',
  'rate_limited',
  'media_unreachable',
  'unconfirmed',
] satisfies FailureCode[])

/** Whether what was sent last got no answer, and why: the connection says so, or its sender was killed over it. */
function isLost(attempts: Ended['attempts'], timeline: Ended['timeline'], killedAt: readonly number[]): boolean {
  const last = attempts.at(-1)
  const sentAt = Date.parse(last?.sentAt ?? '')
  if (last?.state !== 'unknown' || Number.isNaN(sentAt)) return false
  const lost = timeline.findLast(({ what, attempt }) => what === 'answer_lost' && attempt === last.number)
  if (lost?.detail) return true
  return killedAt.some((at) => at >= sentAt && at <= sentAt + REQUEST_TIMEOUT_MS)
}

function inWords({ planned, post, attempts }: Ended, found: SimulatedPost[]): string {
  const tries = attempts.map(
    ({ number, state, startedAt, sentAt, finishedAt, failure }) =>
      `${number} ${state} ${startedAt}/${sentAt}/${finishedAt} ${failure?.code ?? ''} ${failure?.detail ?? ''}`,
  )
  const there = found.map(({ createdAt }) => createdAt)
  return `post ${planned.number} (${planned.platform}, ${post.status}), at the network: ${there.join(', ') || 'no'}; ${tries.join('; ')}`
}
