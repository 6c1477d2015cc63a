import { useTranslations } from 'use-intl'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { saidOfFailure, useSay } from '../lib/said.ts'
import { stateOf, type PostState } from '../posts/state-look.ts'
import { TROUBLE_PATH } from '../posts/trouble-path.ts'
import type { Delivery } from './draft.ts'

/** What a row tells of one network: its state, its words, and the one thing to do next. */
export type OutcomeLook = {
  platform: Platform
  state: PostState
  title: string
  text?: string | undefined
  next?: { do: 'retry' } | { do: 'open' | 'ask' | 'dashboard'; href: string }
}

/** Null while its post is not read yet. */
export function useOutcomeLook(platform: Platform, delivery?: Delivery, post?: Post): OutcomeLook | null {
  const t = useTranslations('composer')
  const posts = useTranslations('posts')
  const dates = useDates()
  const say = useSay()
  const name = isolate(rulesOf(platform).name)

  if (delivery?.state === 'sending')
    return {
      platform,
      state: 'publishing',
      title: t(delivery.isLater ? 'outcome.scheduling' : 'posting.sending', { platform: name }),
    }
  if (delivery?.state === 'failed')
    return {
      platform,
      state: 'failed',
      title: t('outcome.refused', { platform: name }),
      // A key is kept while the post may be out after all.
      text: delivery.key === null ? say(delivery.said) : t('posting.unknown', { message: say(delivery.said) }),
      next: { do: 'retry' },
    }
  if (!post) return null

  const text = post.failure ? say(saidOfFailure(post.failure, platform)) : undefined
  const { id, status, scheduledAt, permalink } = post
  const state = stateOf(post)
  switch (status) {
    case 'published':
      return {
        platform,
        state,
        title: t('sent.published', { platform: name }),
        ...(permalink && { next: { do: 'open', href: permalink } }),
      }
    case 'publishing':
      return { platform, state, title: t('sent.publishing', { platform: name }), text }
    case 'scheduled': {
      const at = new Date(scheduledAt ?? post.createdAt)
      const title = t('sent.scheduled', { platform: name, day: dates.fullDay(at), time: dates.time(at) })
      return { platform, state, title, text, next: { do: 'dashboard', href: '/' } }
    }
    case 'unconfirmed': {
      const title = t('sent.other', { platform: name, status: posts(`statuses.${status}`) })
      return { platform, state, title, text, next: { do: 'ask', href: `/unconfirmed/${id}` } }
    }
    default: {
      const title = t('sent.other', { platform: name, status: posts(`statuses.${status}`) })
      return { platform, state, title, text, next: { do: 'dashboard', href: TROUBLE_PATH } }
    }
  }
}
