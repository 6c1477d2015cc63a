import type { Language } from '#core/language.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Part, Post } from '#core/posts/contract.ts'
import { firstPartState, wholeThread, type GivenPart, type PartState } from '#core/posts/follow-ups.ts'
import type { PostStatus } from '#core/posts/lifecycle.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import type { FollowUps as FollowUpRow } from '../db/rows.ts'
import { translator } from '../messages.ts'
import type { NewFollowUp } from './transitions/follow-ups.ts'

// A follow-up is what Frogy publishes after a post is public: a further part of its thread, or its first comment.

/** A post's follow-ups as JSON; null if it has none. */
export const FOLLOW_UPS = `case when posts.follow_ups > 0 then
    (select jsonb_agg(jsonb_build_object('kind', f.kind, 'content', f.content, 'images', f.images, 'afterMinutes', f.after_minutes,
      'state', f.state, 'permalink', f.permalink, 'failure', f.failure) order by f.position) from follow_ups f where f.post_id = posts.id) end`

export interface StoredFollowUp extends Pick<FollowUpRow, 'kind' | 'content' | 'images' | 'state' | 'permalink'> {
  afterMinutes: number
  failure: StoredFailure | null
}

/** Reads the column `FOLLOW_UPS`. */
export const followUpsIn = (stored: unknown): StoredFollowUp[] =>
  Array.isArray(stored) ? (stored as StoredFollowUp[]) : []

/** Converts the thread parts and the first comment of an API call to follow-ups. */
export function followUpsFrom(
  content: string,
  parts: readonly GivenPart[] | null | undefined,
  firstComment: { content: string; afterMinutes?: number | undefined } | null | undefined,
): NewFollowUp[] {
  const further = wholeThread(content, parts ?? []).slice(1)
  return [
    ...further.map((part) => ({
      kind: 'part' as const,
      content: part.content,
      images: part.imageIds ?? [],
      afterMinutes: 0,
    })),
    ...(firstComment
      ? [
          {
            kind: 'comment' as const,
            content: firstComment.content,
            images: [],
            afterMinutes: firstComment.afterMinutes ?? 0,
          },
        ]
      : []),
  ]
}

interface ThreadOf extends Pick<Post, 'content' | 'platform' | 'permalink'> {
  status: PostStatus
  images: string[]
}

/** The fields of a post's JSON that describe its follow-ups. */
export function followUpsJson(
  post: ThreadOf,
  followUps: readonly StoredFollowUp[],
  language: Language,
): Pick<Post, 'parts' | 'firstComment'> {
  const further = followUps.filter(({ kind }) => kind === 'part')
  const comment = followUps.find(({ kind }) => kind === 'comment')
  const states = [firstPartState(post.status), ...further.map(({ state }) => stateOf(state))]
  const live = states.filter((state) => state === 'published').length
  const textOf = ({ kind, failure, state }: StoredFollowUp): Part['failure'] =>
    failure && followUpFailure({ kind, failure, state }, post.platform, language, { live, total: states.length })
  const first: Part = {
    content: post.content,
    images: post.images,
    state: firstPartState(post.status),
    permalink: post.permalink,
    failure: null,
  }
  const parts = further.map((part) => ({
    content: part.content,
    images: part.images,
    state: stateOf(part.state),
    permalink: part.permalink,
    failure: textOf(part),
  }))
  return {
    ...(parts.length > 0 && { parts: [first, ...parts] }),
    ...(comment && {
      firstComment: {
        content: comment.content,
        state: stateOf(comment.state),
        permalink: comment.permalink,
        failure: textOf(comment),
        afterMinutes: comment.afterMinutes,
      },
    }),
  }
}

/** Describes why a follow-up failed, how many parts are live, and the next step, in the reader's language. */
export function followUpFailure(
  { kind, failure, state }: Pick<StoredFollowUp, 'kind' | 'state'> & { failure: StoredFailure },
  platform: Platform,
  language: Language,
  { live, total }: { live: number; total: number },
): NonNullable<Part['failure']> {
  const t = translator(language)
  const { name } = rulesOf(platform)
  const cause = t(`publishing.causes.${failure.code}`, { platform: name })
  const end = failure.code === 'detached' ? 'detached' : kind === 'comment' ? 'comment' : 'part'
  const rest = t(`publishing.followUps.${state === 'unconfirmed' ? `${kind}_unconfirmed` : end}`, {
    platform: name,
    live,
    total,
  })
  return { code: failure.code, message: `${cause} ${rest}`, detail: failure.detail, at: failure.at }
}

/** The state that users see. A part with a lost response shows as being sent, because Frogy looks it up immediately. */
const stateOf = (state: StoredFollowUp['state']): PartState => (state === 'unknown' ? 'sending' : state)
