import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { Button } from '../ui/button.tsx'
import { TriangleAlert } from '../ui/icons.ts'

interface StoredPostNoticeProps {
  post: Post
  title?: string
  text: string
  onUse?: () => void
  other?: { label: string; run: () => void }
  className?: string
}

export function StoredPostNotice({ post, title, text, onUse, other, className = 'mb-4' }: StoredPostNoticeProps) {
  const t = useTranslations('posts.changed')
  const dates = useDates()
  const platform = isolate(rulesOf(post.platform).name)
  const at = post.scheduledAt ? new Date(post.scheduledAt) : null
  return (
    <div role="alert" className={`flex gap-2.5 rounded-control bg-lily-wash p-4 text-14 text-ink ${className}`}>
      <TriangleAlert size={18} strokeWidth={1.75} className="mt-px shrink-0 text-lily-ink" />
      <div className="min-w-0 flex-1">
        <p className="font-strong">{title ?? t('title')}</p>
        <p className="mt-1">{text}</p>
        <blockquote className="mt-3 border-s-2 border-ink/20 ps-3">
          <p className="text-13 text-ink-soft">
            {at ? t('planned', { platform, day: dates.shortDay(at), time: dates.time(at) }) : t('noTime')}
          </p>
          <p dir={textDirection(post.content)} className="line-clamp-4 break-words whitespace-pre-line">
            {post.content}
          </p>
        </blockquote>
        {(onUse || other) && (
          <div className="mt-3 flex flex-wrap gap-2 max-sm:*:flex-auto">
            {onUse && (
              <Button size="sm" className="bg-surface" onClick={onUse}>
                {t('use')}
              </Button>
            )}
            {other && (
              <Button size="sm" className="bg-surface" onClick={other.run}>
                {other.label}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
