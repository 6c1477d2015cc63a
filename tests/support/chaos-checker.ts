import type { z } from 'zod'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Attempt, Post, TimelineMoment } from '#core/posts/contract.ts'
import { lateAt } from '#core/publishing/late-rule.ts'
import { REQUEST_TIMEOUT_MS } from '#core/publishing/sending-times.ts'
import { MAY_BE_DELETED_AFTER_MS } from '#server/adapters/platforms/bluesky/client.ts'
import { CLAIM_AHEAD_MS } from '#server/publishing/schedule/due-posts.ts'
import { checkFollowUps } from './chaos-follow-ups.ts'
import { describeMedia, expectedMedia } from './chaos-media.ts'
import type { ChaosPlan, AuthorAction, PlannedPost } from './chaos-plan.ts'
import type { ChaosAccount } from './chaos-users.ts'
import type { Fault, SimulatedPost } from './simulator.ts'
import { countValues } from './count-values.ts'

/** A user's action on a post, and whether Frogy accepted it. */
export interface CompletedAction {
  post: number
  act: AuthorAction
  /** The new text, if the action is an edit. */
  text: string
  /** Whether Frogy confirmed the action. Undefined if no clear response arrived. */
  granted: boolean | undefined
}

/** A planned post and its final state in Frogy. */
export interface PostOutcome {
  planned: PlannedPost
  /** The post in Frogy; undefined if the user has deleted it. */
  post: Post | undefined
  attempts: z.infer<typeof Attempt>[]
  timeline: z.infer<typeof TimelineMoment>[]
  acts: CompletedAction[]
  /** The start of the chaos run, in ms since 1970. All times in the chaos plan count from this time. */
  begin: number
  account: ChaosAccount
}

/** The promises that Frogy can break. `lost` is a post that is missing at its platform without a true reason. */
export const PROMISES = ['twice', 'lost', 'out of order', 'early', 'undecided', 'other'] as const
export type BrokenPromise = (typeof PROMISES)[number]

export interface Broken {
  is: BrokenPromise
  /** The number of the planned post for which Frogy broke the promise. Undefined if it concerns no single post. */
  post?: number
  text: string
}

export interface CheckResult {
  wrong: Broken[]
  ended: PostOutcome[]
  /** The number of texts that a platform published more times than there are posts with that text. */
  twice: number
  byNetwork: Record<Platform, Record<string, number>>
  /** The number of unconfirmed posts per platform, and the most that the faults of the chaos plan can explain. */
  unconfirmed: Record<Platform, { posts: number; atMost: number }>
  /**
   * The delays of posts whose first attempt succeeded, in ms. If the worker of an account died, they include the wait
   * until another worker may use the account.
   */
  lateMs: number[]
  /**
   * The delays of all posts, in ms after the latest of three times: due time, last restart, and the platform's last
   * fault.
   */
  undisturbedLateMs: number[]
  /** Describes the post with the longest delay in `undisturbedLateMs`. */
  latest: string
}

/**
 * Compares the posts in Frogy with those at the platforms.
 * @param stoppedAt when workers were killed or frozen, in ms of the machine's clock
 * @param restartedAt when the last process, the database and its disk were available again
 * @param found broken promises that the monitor has already found
 */
export function checkOutcomes(
  plan: ChaosPlan,
  ended: PostOutcome[],
  arrived: SimulatedPost[],
  stoppedAt: readonly number[],
  restartedAt: number,
  found: string[],
): CheckResult {
  const wasAway = ({ planned: { person, platform } }: PostOutcome) =>
    (person === 0 && platform === plan.revocation?.platform) ||
    plan.disconnects.some((one) => one.person === person && one.platform === platform)
  const followUps = checkFollowUps(plan, ended, arrived, wasAway)
  const wrong: Broken[] = [...found.map((text) => ({ is: 'other' as const, text })), ...followUps.wrong]
  const atNetwork = Map.groupBy(
    arrived.filter(({ deleted, replyTo }) => !deleted && replyTo === undefined),
    ({ platform, text }) => `${platform} ${text}`,
  )
  const keysOf = ({ planned, acts }: PostOutcome): string[] =>
    [planned.text, ...acts.flatMap(({ act, text }) => (act === 'edit' ? [text] : []))].map(
      (text) => `${planned.platform} ${text}`,
    )
  const plannedKeys = new Set(ended.flatMap(keysOf))
  for (const [key] of atNetwork) if (!plannedKeys.has(key)) wrong.push({ is: 'other', text: `${key} was not planned` })

  const lateMs: number[] = []
  const undisturbedLateMs: number[] = []
  let latest = ''
  const { outage } = plan
  const calmAt = (platform: Platform): number => {
    const outageEnd = outage?.platform === platform ? outage.atMs + outage.forMs : 0
    const posts = ended.filter(({ planned }) => planned.platform === platform)
    return Math.max(restartedAt, (posts[0]?.begin ?? 0) + outageEnd, ...posts.map(troubledUntil))
  }
  const calmSince = Object.fromEntries(PLATFORMS.map((platform) => [platform, calmAt(platform)]))
  let { twice } = followUps
  const sameText = Map.groupBy(ended, ({ planned }) => `${planned.platform} ${planned.text}`)
  for (const [key, twins] of sameText) {
    const [one] = twins
    if (!one) continue
    if (twins.length > 1) {
      // Posts with equal texts are indistinguishable at a platform, so count them.
      const actualCount = atNetwork.get(key)?.length ?? 0
      const reason = (status: string) => twins.filter(({ post }) => post?.status === status).length
      if (actualCount > twins.length) twice++
      if (actualCount < reason('published') || actualCount > reason('published') + reason('unconfirmed'))
        wrong.push({
          is: actualCount < reason('published') ? 'lost' : 'twice',
          post: one.planned.number,
          text: `${actualCount} of ${twins.length} with the same text are out, and ${reason('published')} said to be: ${key}`,
        })
      continue
    }
    const found = keysOf(one).flatMap((version) => atNetwork.get(version) ?? [])
    if (found.length > 1) twice++
    for (const [is, fault] of faultsOf(one, found, plan, stoppedAt))
      wrong.push({ is, post: one.planned.number, text: `${fault}: ${describePost(one, found)}` })
    if (!found[0] || one.acts.length > 0) continue
    // LinkedIn may list a new post of a page minutes late, and Frogy waits for that before it resends the post. Do not
    // count this delay.
    if (one.planned.platform === 'linkedin' && one.account.isPage && one.attempts.length > 1) continue
    const [outAt, dueAt] = [Date.parse(found[0].createdAt), one.begin + one.planned.dueMs]
    if (one.attempts.length === 1 && one.attempts[0]?.state === 'accepted') lateMs.push(outAt - dueAt)
    const undisturbedMs = Math.max(0, outAt - Math.max(dueAt, calmSince[one.planned.platform] ?? 0))
    if (undisturbedLateMs.every((before) => before < undisturbedMs)) latest = describePost(one, found)
    undisturbedLateMs.push(undisturbedMs)
  }
  wrong.push(
    ...outOfOrder(ended, (one) =>
      describePost(
        one,
        keysOf(one).flatMap((key) => atNetwork.get(key) ?? []),
      ),
    ),
  )

  const byNetwork = Object.fromEntries(
    PLATFORMS.map((platform) => [
      platform,
      countValues(
        ended.filter((one) => one.planned.platform === platform).map(({ post }) => post?.status ?? 'deleted'),
      ),
    ]),
  ) as CheckResult['byNetwork']
  const unconfirmed = Object.fromEntries(
    PLATFORMS.map((platform) => [
      platform,
      { posts: byNetwork[platform].unconfirmed ?? 0, atMost: losses(plan, ended, platform, stoppedAt.length) },
    ]),
  ) as CheckResult['unconfirmed']
  for (const [platform, { posts, atMost }] of Object.entries(unconfirmed))
    if (posts > atMost)
      wrong.push({
        is: 'undecided',
        text: `${posts} posts on ${platform} are unconfirmed, and at most ${atMost} answers were lost`,
      })
  return { wrong, ended, twice, byNetwork, unconfirmed, lateMs, undisturbedLateMs, latest }
}

/** When a post's last fault ended: its last failed attempt, or the wait that its platform then asked for. */
const troubledUntil = ({ attempts, timeline }: PostOutcome): number =>
  Math.max(
    0,
    ...attempts.flatMap(({ state, finishedAt }) => (state === 'accepted' ? [] : [Date.parse(finishedAt ?? '') || 0])),
    ...timeline.flatMap(({ until, isAhead }) => (until && !isAhead ? [Date.parse(until)] : [])),
  )

/**
 * The maximum number of responses that a platform can have lost. Each fault and each stopped worker loses one. An
 * outage loses two per account before Frogy detects it.
 */
function losses({ faults, outage }: ChaosPlan, ended: PostOutcome[], platform: Platform, stops: number): number {
  const lost = faults.filter(({ fault }) => fault.platform === platform && losesAnswer(fault)).length
  const posts = ended.filter(({ planned }) => planned.platform === platform)
  const accounts = new Set(posts.map(({ account }) => account.id)).size
  return lost + stops + (outage?.platform === platform ? 2 * accounts : 0)
}

const losesAnswer = ({ operation, fault, status = 0, delayMs = 0 }: Fault): boolean =>
  operation === 'publish' &&
  (fault === 'slow' ? delayMs >= REQUEST_TIMEOUT_MS : fault === 'status' ? status >= 500 : true)

function* faultsOf(
  one: PostOutcome,
  found: SimulatedPost[],
  plan: ChaosPlan,
  stoppedAt: readonly number[],
): Generator<[BrokenPromise, string]> {
  const { planned, post, attempts, timeline, acts, begin, account } = one
  if (found.length > 1) yield ['twice', `out ${found.length} times`]
  const removal = acts.find(({ act, granted }) => act === 'delete' && granted !== false)
  if (!post) {
    if (!removal) yield ['lost', 'gone without a deletion']
    else if (removal.granted && found.length > 0) yield ['other', 'out, and its deletion was granted']
    return
  }
  if (removal?.granted) yield ['other', 'its deletion was granted, and it is there']
  const dueAt = post.scheduledAt ? Date.parse(post.scheduledAt) : begin + planned.dueMs
  const expected = planned.media.map((name) => expectedMedia(planned.platform, planned.person, name)).join()
  for (const { createdAt, accountId, media, text } of found) {
    if (Date.parse(createdAt) < dueAt) yield ['early', `${dueAt - Date.parse(createdAt)} ms early`]
    if (accountId !== account.remoteId) yield ['other', `published from another account, ${accountId}`]
    if (text !== post.content) yield ['other', 'out with another text than Frogy shows']
    const shown = describeMedia(media).join()
    if (shown !== expected) yield ['other', `out with ${shown} instead of ${expected}`]
  }
  const texts = textsAfter(planned.text, acts)
  if (!texts.includes(post.content))
    yield ['other', 'an edit that was granted is lost, or one that was refused is there']
  const isRevoked = planned.person === 0 && planned.platform === plan.revocation?.platform
  const wasAway = plan.disconnects.some(
    ({ person, platform }) => person === planned.person && platform === planned.platform,
  )
  switch (post.status) {
    case 'published':
      if (found.length === 0) yield ['lost', 'said to be published, and not there']
      break
    case 'failed': {
      if (found.length > 0) yield ['other', 'said to have failed, and there']
      if (!isTrueReason(one, isRevoked, wasAway))
        yield ['lost', `failed for an untrue reason, ${post.failure?.code} (${post.failure?.detail})`]
      break
    }
    case 'unconfirmed':
      // Frogy cannot look up the posts of a LinkedIn member or a Telegram channel, or of a revoked account.
      if (account.tellsOwnPosts && !isRevoked && !wasAway && !mayBeDeleted(planned.platform, one))
        yield ['undecided', 'unconfirmed, where the network can be asked']
      if (!isLost(attempts, timeline, stoppedAt)) yield ['undecided', 'unconfirmed, and nothing was lost']
      break
    case 'draft':
      if (!acts.some(({ act, granted }) => act === 'take-back' && granted !== false))
        yield ['lost', 'cancelled without a request']
      if (found.length > 0) yield ['other', 'taken back, and out']
      break
    case 'missed':
      if (Date.parse(post.failure?.at ?? '') <= lateAt(new Date(dueAt), LATE_AFTER_MINUTES).getTime())
        yield ['lost', 'missed, and it was not so late']
      if (found.length > 0) yield ['other', 'said to have missed its time, and there']
      break
    default:
      yield ['undecided', 'undecided']
  }
}

/** The default limit for late posts, in minutes. Frogy does not publish a post that is later. */
const LATE_AFTER_MINUTES = 60

/** Whether the reason for a failure is true. A post may fail only because its account was revoked or disconnected. */
function isTrueReason({ planned, post }: PostOutcome, isRevoked: boolean, wasAway: boolean): boolean {
  const code = post?.failure?.code
  // On Telegram, the test revokes access by removing the bot from the channel. Frogy then reports a missing permission.
  const revoked = planned.platform === 'telegram' ? 'permission' : 'reconnect'
  return (code === revoked && isRevoked) || (code === 'account_not_connected' && wasAway)
}

/** All texts that a post may have after its edits. Frogy refused some edits, and the result of others is unknown. */
function textsAfter(written: string, acts: CompletedAction[]): string[] {
  return acts.reduce(
    (texts, { act, text, granted }) =>
      act !== 'edit' || granted === false ? texts : granted ? [text] : [...texts, text],
    [written],
  )
}

/** Whether Frogy looked for a missing Bluesky post so late that its author may already have deleted it. */
export function mayBeDeleted(
  platform: Platform,
  { attempts, timeline }: Pick<PostOutcome, 'attempts' | 'timeline'>,
): boolean {
  const sentAt = Date.parse(attempts.at(-1)?.sentAt ?? '')
  return (
    platform === 'bluesky' &&
    timeline.some(({ what, at }) => what === 'cannot_ask' && Date.parse(at) > sentAt + MAY_BE_DELETED_AFTER_MS)
  )
}

/**
 * Finds posts that were published before earlier posts of the same account. Skips posts with faults, and posts that
 * were scheduled shortly before they were due: Frogy may already be publishing a later one.
 */
function outOfOrder(ended: PostOutcome[], describe: (one: PostOutcome) => string): Broken[] {
  const published = ended.filter(
    ({ planned, post, acts, attempts, begin }) =>
      post?.status === 'published' &&
      Date.parse(post.createdAt) + CLAIM_AHEAD_MS < begin + planned.dueMs &&
      acts.length === 0 &&
      attempts.every(({ state }) => state !== 'unknown') &&
      attempts.length === 1,
  )
  return [...Map.groupBy(published, ({ account }) => account.id).values()].flatMap((posts) => {
    const sentAt = ({ attempts }: PostOutcome): number => Date.parse(attempts.at(-1)?.sentAt ?? '')
    const due = posts.toSorted((one, other) => one.planned.dueMs - other.planned.dueMs)
    return due.flatMap((one, index) => {
      const before = due[index - 1]
      return before && sentAt(before) > sentAt(one) && before.planned.dueMs < one.planned.dueMs
        ? [
            {
              is: 'out of order' as const,
              post: one.planned.number,
              text: `out of order: ${describe(before)} was sent after ${describe(one)}`,
            },
          ]
        : []
    })
  })
}

/** Whether the last request got no response, because its connection broke or its worker was stopped. */
function isLost(
  attempts: PostOutcome['attempts'],
  timeline: PostOutcome['timeline'],
  stoppedAt: readonly number[],
): boolean {
  const last = attempts.at(-1)
  const sentAt = Date.parse(last?.sentAt ?? '')
  if (last?.state !== 'unknown' || Number.isNaN(sentAt)) return false
  const lost = timeline.findLast(({ what, attempt }) => what === 'answer_lost' && attempt === last.number)
  if (lost?.detail) return true
  return stoppedAt.some((at) => at >= sentAt && at <= sentAt + REQUEST_TIMEOUT_MS)
}

function describePost({ planned, post, attempts, timeline, acts }: PostOutcome, found: SimulatedPost[]): string {
  const tries = attempts.map(
    ({ number, state, startedAt, sentAt, finishedAt, failure }) =>
      `${number} ${state} ${startedAt}/${sentAt}/${finishedAt} ${failure?.code ?? ''} ${failure?.detail ?? ''}`,
  )
  const history = timeline.map(
    ({ at, what, attempt, detail, until }) => `${at} ${what} ${[attempt, detail, until].filter(Boolean).join(' ')}`,
  )
  const actualCount = found.map(({ createdAt }) => createdAt)
  return `post ${planned.number} (${planned.platform}, ${post?.status ?? 'deleted'}; ${acts.map(({ act, granted }) => `${act} ${granted}`).join(', ')}), at the network: ${actualCount.join(', ') || 'no'}; ${tries.join('; ')}; history: ${history.join(', ')}`
}
