import { useTranslations } from 'use-intl'
import type { Post } from '#core/posts/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { dueAt, wasPublishedAtOnce } from '#core/posts/due-at.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { useNow } from '../lib/use-now.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { PartCount } from './part-count.tsx'
import { PostState } from './post-state.tsx'
import { TroubleReason } from './trouble-reason.tsx'

export function PostExcerpt({ post, className = '' }: { post: Post; className?: string }) {
  const t = useTranslations('posts')
  const dates = useDates()
  const now = useNow()
  const at = new Date(post.publishedAt ?? dueAt(post))
  const when = { day: dates.shortDay(at), time: dates.time(at) }
  const isOver = post.status === 'failed' || post.status === 'missed'
  const isLate = post.publishedAt === null && at < now && post.status !== 'draft'
  return (
    <div className={`flex items-start gap-2.5 rounded-control bg-sunk px-3 py-2.5 text-14 text-ink ${className}`}>
      <PlatformBadge platform={post.platform} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-13 text-ink-soft">
          {isOver && <PostState state={post.status} />}
          <span>
            {post.status === 'draft'
              ? rulesOf(post.platform).name
              : isLate
                ? t(wasPublishedAtOnce(post) ? 'trouble.byHand' : 'trouble.wasDue', when)
                : t('changed.planned', { platform: isolate(rulesOf(post.platform).name), ...when })}
          </span>
        </p>
        <p dir={textDirection(post.content)} className={classNames('line-clamp-2 break-words', isOver && 'my-1')}>
          {post.content}
        </p>
        <PartCount post={post} />
        {isOver && <TroubleReason post={post} hasObstacle />}
      </div>
    </div>
  )
}
