import { unreachable } from '../unreachable.ts'
import type { PostStatus } from './lifecycle.ts'
import { wasPublishedAtOnce } from './due-at.ts'
import type { StoredFailure } from '../publishing/failure.ts'
import type { LookResult } from '../publishing/next-step.ts'

/** The events of a post's timeline. Each has a title in `publishing.timeline`. */
export const MOMENTS = [
  'written',
  'due',
  'prepared',
  'uploading',
  'sent',
  'accepted',
  'refused',
  'postponed',
  'answer_lost',
  'called_duplicate',
  'found',
  'not_seen',
  'not_there',
  'no_answer',
  'cannot_ask',
  'asked_owner',
  'owner_live',
  'owner_not_live',
  'taken_back',
  'restored',
  'missed',
  'goes_out',
  'tries_again',
  'tries_until',
  'looks_again',
  'part_accepted',
  'part_stopped',
  'part_waits',
  'comment_accepted',
  'comment_stopped',
  'comment_waits',
] as const
export type MomentKind = (typeof MOMENTS)[number]

/** The steps of an attempt to publish, in order. Stored as JSON. */
export type AttemptStep =
  | { what: 'answer_lost'; at: string; detail: string | null }
  /**
   * The network refused the post as a duplicate. The original may be an earlier request of Frogy, whose response was
   * lost.
   */
  | { what: 'called_duplicate'; at: string; detail: string | null }
  /** `needsAuthor`: the network lists a post that Frogy does not know. It may be this post with another text. */
  | { what: 'looked_up'; at: string; found: LookResult['found']; needsAuthor?: boolean }
  | { what: 'asked_owner'; at: string }
  | { what: 'owner_answered'; at: string; outcome: 'live' | 'not_live' }
  | { what: 'taken_back'; at: string }
  /**
   * This installation was restored from a backup, and the installation before the restore may have sent the post. If
   * `since` is set, this installation made no attempt itself.
   */
  | { what: 'restored'; at: string; since: string | null }

export interface PastAttempt {
  number: number
  state: 'prepared' | 'sending' | 'accepted' | 'rejected' | 'unknown'
  startedAt: Date
  sentAt: Date | null
  finishedAt: Date | null
  failure: StoredFailure | null
  steps: AttemptStep[]
  /** How much of the post's video is uploaded, from 0 to 1. Absent for a network that receives no parts. */
  uploadedShare?: number | undefined
}

/** A part of a thread or a first comment. */
interface TimedFollowUp {
  kind: 'part' | 'comment'
  position: number
  state: 'waiting' | 'sending' | 'unknown' | 'unconfirmed' | 'published' | 'failed'
  publishedAt: Date | null
  nextStepAt: Date | null
  failure: StoredFailure | null
}

export interface TimedPost {
  status: PostStatus
  createdAt: Date
  scheduledAt: Date | null
  nextStepAt: Date | null
  failure: StoredFailure | null
}

interface Moment {
  at: Date
  what: MomentKind
  attempt: number | null
  failure: StoredFailure | null
  detail: string | null
  until: Date | null
  isAhead: boolean
  followUp?: TimedFollowUp
  uploadedShare?: number
}

export function timelineOf(
  post: TimedPost,
  attempts: readonly PastAttempt[],
  now: Date,
  followUps: readonly TimedFollowUp[] = [],
): Moment[] {
  const moments = [moment('written', post.createdAt)]
  const { scheduledAt } = post
  if (scheduledAt && !wasPublishedAtOnce(post) && scheduledAt <= now) moments.push(moment('due', scheduledAt))
  for (const attempt of attempts) moments.push(...momentsOf(attempt))
  if (post.failure && !attempts.some(({ failure }) => failure?.at === post.failure?.at)) {
    moments.push(...endWithoutAttempt(post.status, post.failure))
  }
  moments.push(...followUps.flatMap((followUp) => momentOfFollowUp(followUp, now)))
  moments.sort((a, b) => a.at.getTime() - b.at.getTime())
  return [...moments, ...nextOf(post, attempts, now)]
}

function momentsOf(attempt: PastAttempt): Moment[] {
  const { number, startedAt, sentAt, steps, uploadedShare } = attempt
  // With a step `restored` that has `since`, only the installation before the restore may have sent the post. This
  // installation made no attempt.
  const isOwn = !steps.some((step) => step.what === 'restored' && step.since !== null)
  const moments = isOwn ? [moment('prepared', startedAt, number)] : []
  if (uploadedShare !== undefined && attempt.state === 'prepared')
    moments.push({ ...moment('uploading', startedAt, number), uploadedShare })
  if (sentAt && isOwn) moments.push(moment('sent', sentAt, number))
  moments.push(...steps.map((step) => momentOfStep(step, number)))
  const last = moments.at(-1)
  // A lookup that finds nothing proves that the post is missing only if it ended the attempt, and the network reported
  // no duplicate.
  const isProof = attempt.state === 'rejected' && steps.every(({ what }) => what !== 'called_duplicate')
  if (last?.what === 'not_seen' && isProof) last.what = 'not_there'
  const end = endOf(attempt)
  return end ? [...moments, end] : moments
}

function momentOfStep(step: AttemptStep, attempt: number): Moment {
  const at = new Date(step.at)
  switch (step.what) {
    case 'answer_lost':
    case 'called_duplicate':
      return { ...moment(step.what, at, attempt), detail: step.detail }
    case 'looked_up':
      return moment(MOMENT_OF_RESULT[step.found], at, attempt)
    case 'asked_owner':
    case 'taken_back':
    case 'restored':
      return moment(step.what, at, attempt)
    case 'owner_answered':
      return moment(step.outcome === 'live' ? 'owner_live' : 'owner_not_live', at, attempt)
    default:
      return unreachable(step)
  }
}

const MOMENT_OF_RESULT: Record<LookResult['found'], MomentKind> = {
  post: 'found',
  nothing: 'not_seen',
  'no-answer': 'no_answer',
  'cannot-ask': 'cannot_ask',
  'no-access': 'cannot_ask',
}

function endOf({ number, state, finishedAt, failure, steps }: PastAttempt): Moment | undefined {
  if (!finishedAt) return undefined
  const last = steps.at(-1)
  if (last?.what === 'owner_answered') return undefined
  switch (state) {
    case 'accepted':
      return last?.what === 'looked_up' && last.found === 'post' ? undefined : moment('accepted', finishedAt, number)
    case 'rejected':
      return failure
        ? {
            ...moment(failure.until ? 'postponed' : 'refused', finishedAt, number),
            failure,
            detail: failure.detail,
            until: failure.until ? new Date(failure.until) : null,
          }
        : undefined
    case 'unknown':
      return steps.length === 0 ? moment('answer_lost', finishedAt, number) : undefined
    case 'prepared':
    case 'sending':
      return undefined
    default:
      return unreachable(state)
  }
}

/** The latest event of one part of a thread, or of a first comment. */
function momentOfFollowUp(followUp: TimedFollowUp, now: Date): Moment[] {
  const { kind, publishedAt, nextStepAt, failure } = followUp
  const of = (what: MomentKind, at: Date, isAhead = false): Moment[] => [
    { ...moment(what, at), failure, detail: failure?.detail ?? null, isAhead, followUp },
  ]
  if (publishedAt) return of(`${kind}_accepted`, publishedAt)
  if (failure) return of(`${kind}_stopped`, new Date(failure.at))
  return nextStepAt && nextStepAt > now ? of(`${kind}_waits`, nextStepAt, true) : []
}

function endWithoutAttempt(status: PostStatus, failure: StoredFailure): Moment[] {
  const end = (what: MomentKind) => [{ ...moment(what, new Date(failure.at)), failure, detail: failure.detail }]
  if (status === 'missed') return end('missed')
  return status === 'failed' ? end('refused') : []
}

function nextOf({ status, nextStepAt, failure }: TimedPost, attempts: readonly PastAttempt[], now: Date): Moment[] {
  if (!nextStepAt || nextStepAt <= now) return []
  const ahead = (what: MomentKind) => [{ ...moment(what, nextStepAt), isAhead: true }]
  if (attempts.some(({ state }) => state === 'unknown')) return ahead('looks_again')
  if (status !== 'scheduled') return []
  // While the network is unreachable, the worker retries many times until `nextStepAt`, instead of once at that time.
  return ahead(failure?.code === 'not_reached' ? 'tries_until' : failure ? 'tries_again' : 'goes_out')
}

function moment(what: MomentKind, at: Date, attempt: number | null = null): Moment {
  return { at, what, attempt, failure: null, detail: null, until: null, isAhead: false }
}
