import { randomUUID } from 'node:crypto'
import { METRICS } from '#core/analytics/metrics.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { LookResult } from '#core/publishing/next-step.ts'
import { REQUEST_TIMEOUT_MS } from '#core/publishing/sending-times.ts'
import type { AccountRow } from '../../accounts/store.ts'
import type {
  Access,
  Metrics,
  OutgoingPost,
  Outcome,
  PlatformClient,
  Prepared,
  Receipt,
  SendWindow,
} from '../../adapters/platforms/platform-client.ts'
import { sleep } from '../../adapters/platforms/rate-limit-waits.ts'

interface PostingCheck {
  client: PlatformClient
  account: AccountRow
  access: Access
  tell: (line: string) => void
  now: () => Date
  /** Ends the check early. Its posts are still deleted. */
  stop: AbortSignal
}

/** How long to look for a published post, and how often to retry what is not ready yet. */
const LOOK_WITHIN_MS = 60_000
const RETRIES = 6
const LONGEST_PAUSE_MS = 10_000

/**
 * Publishes a test post, learns from the network's answers what its documentation leaves open, and deletes the post.
 * @returns whether everything works, and every post is deleted
 */
export async function checkByPosting(check: PostingCheck): Promise<boolean> {
  const { account, client, access, tell, now, stop } = check
  const cannot = whyNotPosted(account)
  if (cannot) {
    tell(`post: none, because ${cannot}`)
    return true
  }
  // The text has reserved characters, Arabic and an emoji, so that a look-up also shows whether it arrives unchanged.
  const text = `Frogy checks this connection (هذا اختبار 🐸) and deletes this post in a moment: ${randomUUID().slice(0, 8)}`
  const post: OutgoingPost = { text, images: [] }
  const [first, second] = [attempt(now()), attempt(now())]
  const published = await publish(check, post, first)
  if (!published.ok) return await reportUnpublished(check, post, first, published.failure)
  const { remoteId, permalink } = published.value
  second.known.add(remoteId)
  tell(`post: published after ${since(first.sentAt, now())}: ${permalink ?? remoteId}`)
  const made: FoundPost[] = [published.value]
  let isFine = true
  try {
    const looked = await look(check, post, first, stop)
    tell(`look-up: ${lookUpInWords(looked)}, ${since(first.sentAt, now())} after the request`)
    const counts = await client.metrics([remoteId], access, timeout(stop))
    tell(`figures: ${counts.ok ? figuresOf(counts.value.get(remoteId)) : failed(counts.failure)}`)
    if (client.comment) tell(`first comment: ${await commentOn(check, remoteId)}`)
    if (!stop.aborted) {
      second.sentAt = now()
      const again = await publish(check, post, second)
      tell(`the same text again: ${again.ok ? 'accepted as a second post' : failed(again.failure)}`)
      if (again.ok) made.push(again.value)
      else if (again.failure.kind === 'answer-lost')
        isFine = await reportUnpublished(check, post, second, again.failure)
    }
  } finally {
    for (const one of made) if (!(await remove(check, one))) isFine = false
  }
  if (client.exists && !stop.aborted) {
    const exists = await client.exists(remoteId, access, timeout(stop))
    const state = exists ? 'still has the post' : exists === false ? 'no longer has the post' : 'does not tell'
    tell(`after the deletion: the network ${state}`)
  }
  return isFine
}

/** A publish request: its uploads, when it was sent, and the ids of posts that existed before. */
interface Attempt {
  prepared: Prepared
  sentAt: Date
  known: Set<string>
}

const attempt = (sentAt: Date): Attempt => ({ prepared: {}, sentAt, known: new Set() })

function whyNotPosted({ platform, scopes }: AccountRow): string | undefined {
  const { removal, needsMedia, name } = rulesOf(platform)
  if (removal === 'by-hand') return `apps cannot delete posts on ${name}`
  if (removal !== 'as-posting' && !scopes.includes(removal.scope)) return `deleting it needs the right ${removal.scope}`
  return needsMedia ? `a post on ${name} needs a photo` : undefined
}

async function publish(
  { client, access, stop, now }: PostingCheck,
  post: OutgoingPost,
  { prepared }: Attempt,
): Promise<Outcome<Receipt>> {
  const preparation = { done: prepared, save: async (made: Prepared) => void Object.assign(prepared, made) }
  for (let left = RETRIES; ; left--) {
    const ready = (await client.prepare?.(post, access, preparation, timeout(stop))) ?? PREPARED
    const sent = ready.ok ? await client.publish(post, prepared, access, sendWindow()) : ready
    if (sent.ok) return sent
    const { failure } = sent
    // Nothing was published, and the network names a time to try again.
    if (failure.kind === 'not-ready' && left > 0 && !stop.aborted) {
      await sleep(Math.min(LONGEST_PAUSE_MS, Math.max(500, failure.until.getTime() - now().getTime())), stop)
      continue
    }
    // Before a publish request, no post can exist. So a lost response counts as a request that was not sent.
    if (failure.kind === 'answer-lost' && !ready.ok) return { ok: false, failure: { ...failure, kind: 'not-sent' } }
    if (failure.kind !== 'answer-lost') await client.discard?.(prepared, access, timeout(NEVER))
    return { ok: false, failure }
  }
}

const PREPARED: Outcome<null> = { ok: true, value: null }

const sendWindow = (): SendWindow => ({
  mayBegin: () => true,
  signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  reopen: async () => true,
})

/** Reports a post that was not published. After a lost response, looks the post up and deletes it. */
async function reportUnpublished(
  check: PostingCheck,
  post: OutgoingPost,
  tried: Attempt,
  failure: PublishFailure,
): Promise<boolean> {
  check.tell(`post: ${failed(failure)}`)
  if (failure.kind !== 'answer-lost') return false
  const looked = await look(check, post, tried, NEVER)
  if (looked.found === 'post' && looked.remoteId !== null) await remove(check, looked)
  else check.tell(`NOT CERTAIN: look at the account for a post "${post.text}", and delete it by hand`)
  return false
}

/** Looks the post up until the network lists it, for at most a minute. */
async function look(
  { client, access, now }: PostingCheck,
  post: OutgoingPost,
  { prepared, sentAt, known }: Attempt,
  stop: AbortSignal,
): Promise<LookResult> {
  for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const looked = await client.find(post, prepared, access, { sentAt, known }, timeout(stop))
    const isOver = now().getTime() - sentAt.getTime() > LOOK_WITHIN_MS || stop.aborted
    if (isOver || !WORTH_ANOTHER_LOOK.has(looked.found)) return looked
    await sleep(pauseMs, stop)
  }
}

const WORTH_ANOTHER_LOOK: ReadonlySet<LookResult['found']> = new Set(['nothing', 'no-answer'])

function lookUpInWords({ found }: LookResult): string {
  switch (found) {
    case 'post':
      return 'finds the post'
    case 'cannot-ask':
      return 'not possible, so Frogy asks the author about a lost response'
    case 'no-access':
      return 'refused'
    case 'nothing':
    case 'no-answer':
      return 'does not find the post'
  }
}

async function commentOn({ client, access, stop }: PostingCheck, remoteId: string): Promise<string> {
  for (let left = RETRIES; ; left--) {
    const made = await client.comment?.(remoteId, 'Frogy checks first comments', access, sendWindow())
    if (!made || made.ok) return 'accepted'
    if (made.failure.kind !== 'not-ready' || left === 0 || stop.aborted) return failed(made.failure)
    await sleep(2_000, stop)
  }
}

/** Deletes a post, with retries. @returns false if it may still be public */
async function remove({ client, access, tell }: PostingCheck, { remoteId, permalink }: FoundPost): Promise<boolean> {
  if (remoteId === null) return false
  for (let left = RETRIES, pauseMs = 1_000; ; left--, pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const removed = await client.remove(remoteId, access, timeout(NEVER))
    if (removed.ok) {
      tell(`deleted: ${remoteId}`)
      return true
    }
    if (left === 0) {
      tell(`NOT DELETED: ${failed(removed.failure)}. Delete it by hand: ${permalink ?? remoteId}`)
      return false
    }
    await sleep(pauseMs, NEVER)
  }
}

const NEVER = new AbortController().signal

type FoundPost = { remoteId: string | null; permalink: string | null }

const timeout = (stop: AbortSignal): AbortSignal => AbortSignal.any([stop, AbortSignal.timeout(REQUEST_TIMEOUT_MS)])

const since = (from: Date, to: Date): string => `${((to.getTime() - from.getTime()) / 1_000).toFixed(1)} s`

function figuresOf(metrics: Metrics | undefined): string {
  if (!metrics) return 'none'
  const told = METRICS.filter((name) => metrics[name] !== null)
  const { refused = [] } = metrics
  return [
    told.length > 0 ? `reads ${told.join(', ')}` : 'reads nothing',
    refused.length > 0 && `needs another right for ${refused.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** Describes a failure, with the network's message. */
function failed(failure: PublishFailure): string {
  if (failure.kind === 'refused') return `refused (${failure.reason})${detailOf(failure)}`
  return `${WORDS[failure.kind]}${detailOf(failure)}`
}

const WORDS: Record<Exclude<PublishFailure['kind'], 'refused'>, string> = {
  reconnect: 'the token is refused',
  'rate-limited': 'a limit is reached',
  'not-ready': 'the network is still processing',
  'not-sent': 'the network was not reached',
  'answer-lost': 'no clear answer',
}

export const detailOf = (failure: object): string =>
  'detail' in failure && failure.detail ? `: ${String(failure.detail)}` : ''
