import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { openingOf } from '#core/cut-text.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { useUser } from '../../lib/session.ts'
import { ownName } from '../../posts/author.ts'
import { PostBody } from '../../posts/editor/post-body.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import type { Media } from '../media/media-state.ts'
import { contentOf, openTargets, selectedVariant, type Card } from './draft.ts'

/** The length of the excerpt that replaces the post on a narrow screen. */
const OPENING_LENGTH = 120

interface PostToScheduleProps {
  card: Card
  media: Media
  accounts: readonly SocialAccount[]
  /** The chosen time. */
  at: Date | null
}

/** A preview of the post, next to the form that schedules it on a wide screen. */
export function PostToSchedule({ card, media, accounts, at }: PostToScheduleProps) {
  const t = useTranslations('posts.schedule')
  const { user } = useUser()
  const dates = useDates()
  return (
    <section
      aria-label={t('post')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls a long post
      tabIndex={0}
      className="max-h-[min(34rem,calc(90dvh-11rem))] overflow-y-auto rounded-card max-lg:hidden"
    >
      <PostBody
        label={t('post')}
        platform={card.platform}
        account={postingAccount(accounts, card.platform, new Date(), card.accountIds?.[card.platform])}
        ownName={ownName(user)}
        content={contentOf(card)}
        hashtags={selectedVariant(card).hashtags}
        media={card.media ?? media}
        when={at ? isolate(t('at', { day: dates.shortDay(at), time: dates.time(at) })) : undefined}
        isEditing={false}
        onType={() => {}}
      />
    </section>
  )
}

/** The networks and first words of the post, above the form on a narrow screen. */
export function PostToScheduleLine({ card }: { card: Card }) {
  const content = contentOf(card)
  return (
    <div className="mb-4 flex items-start gap-2.5 rounded-control bg-sunk px-3 py-2.5 lg:hidden">
      {openTargets(card).map((platform) => (
        <PlatformBadge key={platform} platform={platform} className="mt-0.5" />
      ))}
      <p dir={textDirection(content)} className="line-clamp-2 min-w-0 flex-1 text-14 break-words text-ink">
        {openingOf(content.trim(), OPENING_LENGTH)}
      </p>
    </div>
  )
}
