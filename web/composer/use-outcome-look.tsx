import { useTranslations } from 'use-intl'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { saidOfFailure, useSay } from '../lib/said.ts'
import type { Delivery } from './draft.ts'

/** What a row tells of one network: its state, its words, and the one thing to do next. */
export type OutcomeLook = {
  platform: Platform
  state: 'sending' | 'live' | 'scheduled' | 'unconfirmed' | 'refused'
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
      state: 'sending',
      title: t(delivery.isLater ? 'outcome.scheduling' : 'posting.sending', { platform: name }),
    }
  if (delivery?.state === 'failed')
    return {
      platform,
      state: 'refused',
      title: t('outcome.refused', { platform: name }),
      // A key is kept while the post may be out after all.
      text: delivery.key === null ? say(delivery.said) : t('posting.unknown', { message: say(delivery.said) }),
      next: { do: 'retry' },
    }
  if (!post) return null

  const text = post.failure ? say(saidOfFailure(post.failure, platform)) : undefined
  const { id, status, scheduledAt, permalink } = post
  switch (status) {
    case 'published':
      return {
        platform,
        state: 'live',
        title: t('sent.published', { platform: name }),
        ...(permalink && { next: { do: 'open', href: permalink } }),
      }
    case 'publishing':
      return { platform, state: 'sending', title: t('sent.publishing', { platform: name }), text }
    case 'scheduled': {
      const at = new Date(scheduledAt ?? post.createdAt)
      const title = t('sent.scheduled', { platform: name, day: dates.fullDay(at), time: dates.time(at) })
      return { platform, state: 'scheduled', title, text, next: { do: 'dashboard', href: '/' } }
    }
    case 'unconfirmed': {
      const title = t('sent.other', { platform: name, status: posts(`statuses.${status}`) })
      return { platform, state: 'unconfirmed', title, text, next: { do: 'ask', href: `/unconfirmed/${id}` } }
    }
    default: {
      const title = t('sent.other', { platform: name, status: posts(`statuses.${status}`) })
      return { platform, state: 'refused', title, text, next: { do: 'dashboard', href: '/#trouble' } }
    }
  }
}
