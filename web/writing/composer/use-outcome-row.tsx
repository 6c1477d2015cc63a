import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Risk } from '#core/accounts/risk.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { isAccountFailure } from '#core/publishing/retry-unchanged.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { useNow } from '../../lib/use-now.ts'
import { reading } from '../../lib/queries.ts'
import { messageOfFailure, useMessageText } from '../../lib/error-message.ts'
import { STATE_LOOK, stateOf, type PostState } from '../../posts/state-look.ts'
import { obstacleTo } from '../../posts/trouble-groups.ts'
import { TROUBLE_PATH } from '../../posts/trouble-path.ts'
import type { Tone } from '../../ui/tones.ts'
import { openTargets, type Card, type Delivery } from './draft.ts'

export type OutcomeRowProps = {
  platform: Platform
  state: PostState
  title: string
  text?: string | undefined
  next?:
    | { do: 'retry' }
    | { do: 'mend-account'; risk: Risk }
    | { do: 'answer'; post: Post }
    | { do: 'open' | 'dashboard'; href: string }
}

/** Returns the ids of drafts that cannot be retried until the user fixes an account. */
export function useAccountProblems(cards: readonly Card[], accounts: readonly SocialAccount[]): ReadonlySet<string> {
  const now = useNow()
  const failed = cards.flatMap((card) =>
    openTargets(card).flatMap((platform) => {
      const delivery = card.deliveries[platform]
      return delivery?.state === 'failed' && delivery.postId ? [{ cardId: card.id, id: delivery.postId }] : []
    }),
  )
  const posts = useQueries({ queries: failed.map(({ id }) => reading('GET /api/posts/{id}', { params: { id } })) })
  const hasProblem = (at: number) => {
    const post = posts[at]?.data
    return post !== undefined && isAccountFailure(post.failure?.code) && obstacleTo(post, accounts, now) !== null
  }
  return new Set(failed.flatMap(({ cardId }, at) => (hasProblem(at) ? [cardId] : [])))
}

const TONES_BY_URGENCY: readonly Tone[] = ['act', 'look', 'quiet', 'live']

export function useCardState({ deliveries }: Card): PostState | null {
  const ids = Object.values(deliveries).flatMap((delivery) => (delivery.state === 'done' ? [delivery.postId] : []))
  const posts = useQueries({ queries: ids.map((id) => reading('GET /api/posts/{id}', { params: { id } })) })
  const states = posts.map(({ data }) => data && stateOf(data))
  if (states.includes(undefined)) return null
  const urgencyOf = (state: PostState | undefined) => TONES_BY_URGENCY.indexOf(state ? STATE_LOOK[state].tone : 'live')
  return states.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))[0] ?? null
}

export function useOutcomeRow(
  platform: Platform,
  delivery: Delivery | undefined,
  post: Post | undefined,
  accounts: readonly SocialAccount[] | undefined,
): OutcomeRowProps | null {
  const t = useTranslations('composer')
  const cards = useTranslations('cards')
  const posts = useTranslations('posts')
  const dates = useDates()
  const say = useMessageText()
  const name = isolate(rulesOf(platform).name)
  const now = useNow()
  // A problem of the account that the user must fix before a retry.
  const accountProblem =
    post && isAccountFailure(post.failure?.code) && accounts ? { risk: obstacleTo(post, accounts, now) } : null
  const accountFix = accountProblem?.risk ? ({ do: 'mend-account', risk: accountProblem.risk } as const) : null

  if (delivery?.state === 'sending')
    return {
      platform,
      state: 'publishing',
      title: delivery.isLater
        ? cards('outcome.scheduling', { platform: name })
        : t('posting.sending', { platform: name }),
    }
  if (delivery?.state === 'failed')
    return {
      platform,
      state: 'failed',
      title: cards('outcome.refused', { platform: name }),
      // If the delivery has kept its idempotency key, the post may be public. The text then must not say that it
      // failed.
      text:
        accountProblem && !accountFix
          ? posts('trouble.mended')
          : delivery.key === null
            ? say(delivery.said)
            : t('posting.unknown', { message: say(delivery.said) }),
      next: accountFix ?? { do: 'retry' },
    }
  if (!post) return null

  const text = post.failure ? say(messageOfFailure(post.failure, platform)) : undefined
  const { status, scheduledAt, permalink } = post
  const state = stateOf(post)
  switch (status) {
    case 'published':
      return {
        platform,
        state,
        title: cards('sent.published', { platform: name }),
        ...(permalink && { next: { do: 'open', href: permalink } }),
      }
    case 'publishing':
      return { platform, state, title: cards('sent.publishing', { platform: name }), text }
    case 'scheduled': {
      const at = new Date(scheduledAt ?? post.createdAt)
      const title = cards('sent.scheduled', { platform: name, day: dates.fullDay(at), time: dates.time(at) })
      return { platform, state, title, text, next: { do: 'dashboard', href: '/' } }
    }
    case 'unconfirmed': {
      const title = cards('sent.other', { platform: name, status: posts(`statuses.${status}`) })
      return { platform, state, title, text, next: { do: 'answer', post } }
    }
    default: {
      const title = cards('sent.other', { platform: name, status: posts(`statuses.${status}`) })
      return { platform, state, title, text, next: accountFix ?? { do: 'dashboard', href: TROUBLE_PATH } }
    }
  }
}
