import { useTranslations } from 'use-intl'
import type { Post } from '#core/posts/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { StateIcon } from '../posts/post-state.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'

/** A published post in the list of notifications. Its author has nothing to do. */
export function PublishedItem({ post }: { post: Post }) {
  const t = useTranslations('notifications')
  const { time } = useDates()
  const at = post.publishedAt ?? post.updatedAt
  const words = post.content.trim().split('\n')[0]
  return (
    <li className="flex gap-3 px-5 py-4">
      <PlatformBadge platform={post.platform} size={28} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 text-14">
            {t('titles.published', { platform: isolate(rulesOf(post.platform).name) })}
          </span>
          <StateIcon state="published" className="self-center" />
          <time dateTime={at} className="shrink-0 text-13 text-ink-soft tabular-nums">
            {time(new Date(at))}
          </time>
        </p>
        <p dir="auto" className="mt-0.5 line-clamp-1 text-start text-13 break-words text-ink-soft">
          {post.permalink ? (
            <a href={post.permalink} target="_blank" rel="noreferrer" className="py-1 hover:underline max-lg:py-3">
              {words}
            </a>
          ) : (
            words
          )}
        </p>
      </div>
    </li>
  )
}
