import { useQuery } from '@tanstack/react-query'
import { ExternalLink, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { rulesOf } from '#core/platforms/platform.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { reading } from '../lib/queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { Frog } from '../ui/frog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import type { Sent } from './composer-state.ts'

/** On a phone, beside what became of the post, it would leave that no room. */
const ON_ITS_OWN_LINE = 'max-sm:order-last max-sm:ms-auto'

/** What became of a draft that left the desk. The frog jumps once for each that went out, on the newest line only. */
export function SentLine({ sent, isNewest, onDismiss }: { sent: Sent; isNewest: boolean; onDismiss: () => void }) {
  const t = useTranslations('composer.sent')
  const posts = useTranslations('posts')
  const dates = useDates()
  const { data: post } = useQuery(reading('GET /api/posts/{id}', { params: { id: sent.postId } }))
  if (!post) return null

  const platform = isolate(rulesOf(post.platform).name)
  const at = post.scheduledAt ? new Date(post.scheduledAt) : new Date(post.createdAt)
  const isOut = post.status === 'published'
  const text = isOut
    ? t('published', { platform })
    : post.status === 'publishing'
      ? t('publishing', { platform })
      : post.status === 'scheduled'
        ? t('scheduled', { platform, day: dates.fullDay(at), time: dates.time(at) })
        : t('other', { platform, status: posts(`statuses.${post.status}`) })

  return (
    <li className="rises flex items-center gap-x-3 border-b border-line py-2 max-sm:flex-wrap">
      {isNewest ? (
        <Frog
          key={post.status}
          expression={isOut ? 'jumping' : post.status === 'scheduled' && !post.failure ? 'happy' : 'thinking'}
          size="md"
          className={isOut ? 'jumps' : undefined}
        />
      ) : (
        <PlatformBadge platform={post.platform} size={24} className="mx-4" />
      )}
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-8.5rem)]">
        <output className="block text-14 font-strong">{text}</output>
        <p dir="auto" className="truncate text-13 text-ink-soft">
          {sent.opening}
        </p>
      </div>
      {post.permalink ? (
        <a
          href={post.permalink}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'quiet', size: 'sm' }, ON_ITS_OWN_LINE)}
        >
          {posts('view')}
          <ExternalLink size={15} strokeWidth={1.75} aria-hidden="true" className="points" />
        </a>
      ) : (
        <Link href="/" className={buttonClass({ variant: 'quiet', size: 'sm' }, ON_ITS_OWN_LINE)}>
          {t('seeDashboard')}
        </Link>
      )}
      <IconButton label={t('dismiss')} onClick={onDismiss}>
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
