import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Broken, BrokenPromise, PostOutcome } from './chaos-checker.ts'
import { describeMedia, expectedMedia } from './chaos-media.ts'
import type { ChaosPlan } from './chaos-plan.ts'
import type { SimulatedPost } from './simulator.ts'

type FollowUpState = Pick<NonNullable<Post['firstComment']>, 'state' | 'failure'>

/** Returns the follow-ups of a post: the parts of its thread after the first, and its first comment. */
const followUpsOf = ({ parts = [], firstComment }: Post): FollowUpState[] => [
  ...parts.slice(1),
  ...(firstComment ? [firstComment] : []),
]

/** Returns the first follow-up of a post that is not published. */
const nextOf = (post: Post): FollowUpState | undefined => followUpsOf(post).find(({ state }) => state !== 'published')

/**
 * Whether Frogy still has to publish a thread part or the first comment of a post. `isAway`: whether the account was
 * unusable for some time.
 */
export function hasOpenFollowUps(post: Post, isAway: boolean): boolean {
  const next = post.status === 'published' && post.wish === null ? nextOf(post) : undefined
  if (!next) return false
  const { state, failure } = next
  if (state === 'unconfirmed') return post.platform !== 'linkedin' && !isAway
  return state === 'sending' || (state === 'waiting' && !(isAway && AWAY.has(failure?.code ?? '')))
}

const AWAY: ReadonlySet<string> = new Set(['reconnect', 'account_not_connected'])

/** Whether a thread part or the first comment of a post waits for the author's decision. */
export const hasStopped = (post: Post): boolean => {
  const state = post.status === 'published' ? nextOf(post)?.state : undefined
  return state === 'failed' || state === 'unconfirmed'
}

/**
 * Compares threads and first comments in Frogy with those at the networks.
 * @param wasAway whether the account of a post was unusable for some time
 */
export function checkFollowUps(
  plan: ChaosPlan,
  ended: readonly PostOutcome[],
  arrived: readonly SimulatedPost[],
  wasAway: (one: PostOutcome) => boolean,
): { wrong: Broken[]; twice: number } {
  const wrong: Broken[] = []
  let twice = 0
  const live = arrived.filter(({ deleted }) => !deleted)
  const replies = live.filter(({ replyTo }) => replyTo !== undefined)
  const planned = new Set(
    plan.posts.flatMap(({ platform, parts, comment }) =>
      [...parts.map(({ text }) => text), comment].map((text) => `${platform} ${text}`),
    ),
  )
  for (const { platform, text } of replies)
    if (!planned.has(`${platform} ${text}`))
      wrong.push({ is: 'other', text: `the reply ${platform} ${text} was not planned` })

  for (const one of ended) {
    const found = findFollowUps(one, live)
    twice += found.filter(({ posts }) => posts.length > 1).length
    const of = `post ${one.planned.number} (${one.planned.platform}, ${one.post?.status ?? 'deleted'})`
    const history = () => JSON.stringify({ followUps: one.post && followUpsOf(one.post), timeline: one.timeline })
    for (const followUp of found)
      for (const [is, fault] of faultsOf(one, followUp, wasAway(one)))
        wrong.push({ is, post: one.planned.number, text: `${followUp.name} ${fault}: ${of}, ${history()}` })
  }
  return { wrong, twice }
}

interface FoundFollowUp {
  name: string
  /** The state of this thread part or first comment in Frogy. */
  shown: FollowUpState | undefined
  /** All copies of this thread part or first comment at the network. */
  posts: Pick<SimulatedPost, 'createdAt' | 'replyTo' | 'media'>[]
  /** The files of this thread part or first comment, as the network shows them. */
  media: string[]
  /** The part that must be public before this thread part or first comment. */
  before: SimulatedPost | undefined
}

function findFollowUps(one: PostOutcome, live: readonly SimulatedPost[]): FoundFollowUp[] {
  const { person, platform, parts, comment } = one.planned
  const own = live.filter((post) => post.platform === platform)
  const root = own.find((post) => post.replyTo === undefined && isTextOf(one, post.text))
  const repliesOf = (text: string) => own.filter((post) => post.replyTo !== undefined && post.text === text)
  const found: FoundFollowUp[] = []
  let before = root
  for (const [index, { text, media }] of parts.entries()) {
    const posts = repliesOf(text)
    found.push({
      name: `part ${index + 2} of ${parts.length + 1}`,
      shown: one.post?.parts?.[index + 1],
      posts,
      media: media.map((name) => expectedMedia(platform, person, name)),
      before,
    })
    before = posts[0]
  }
  if (comment === null) return found
  const comments = (root?.comments ?? []).filter((text) => text === comment)
  const posts = rulesOf(platform).threads
    ? repliesOf(comment)
    : comments.map(() => ({ createdAt: root?.createdAt ?? '', replyTo: root?.id ?? '', media: [] }))
  return [...found, { name: 'the first comment', shown: one.post?.firstComment, posts, media: [], before }]
}

function* faultsOf(
  { planned, post }: PostOutcome,
  { shown, posts, media, before }: FoundFollowUp,
  isAway: boolean,
): Generator<[BrokenPromise, string]> {
  const [out] = posts
  if (posts.length > 1) yield ['twice', `is out ${posts.length} times`]
  if (out && out.replyTo !== before?.id) yield ['out of order', 'does not follow the part before it']
  if (out && before && out.createdAt < before.createdAt) yield ['out of order', 'is out before the part before it']
  if (out && describeMedia(out.media).join() !== media.join())
    yield ['other', `is out with ${describeMedia(out.media).join()} instead of ${media.join()}`]
  const state = post?.status === 'published' ? shown?.state : 'waiting'
  if (state === undefined || state === 'sending') yield ['undecided', 'is undecided']
  if (state === 'waiting' && post?.status === 'published' && !isAway && !post.wish) yield ['undecided', 'still waits']
  if (state === 'published' && !out) yield ['lost', 'is said to be published, and is not there']
  if ((state === 'waiting' || state === 'failed') && out) yield ['other', `is out, and said to be ${state}`]
  if (state === 'failed' && !isAway) yield ['lost', `failed, ${shown?.failure?.code} (${shown?.failure?.detail})`]
  if (state === 'unconfirmed' && planned.platform !== 'linkedin' && !isAway)
    yield ['undecided', 'is unconfirmed, where the network can be asked']
}

const isTextOf = ({ planned, acts }: PostOutcome, text: string): boolean =>
  text === planned.text || acts.some((one) => one.act === 'edit' && one.text === text)
