import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { textDirection } from '#core/posts/published-text.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { Button } from '../ui/button.tsx'

/** A post as the server has it, where somebody changed it since it was opened. */
export function StoredPost({
  post,
  text,
  onUse,
  other,
}: {
  post: Post
  text: string
  onUse?: () => void
  /** What can be done instead. */
  other?: { label: string; run: () => void }
}) {
  const t = useTranslations('posts.changed')
  const dates = useDates()
  const platform = isolate(rulesOf(post.platform).name)
  const at = post.scheduledAt ? new Date(post.scheduledAt) : null
  return (
    <div role="alert" className="mb-4 rounded-control bg-lily-wash px-4 py-3 text-14">
      <p className="font-strong">{t('title')}</p>
      <p className="mt-0.5 text-ink-soft">{text}</p>
      <blockquote className="mt-2 border-s-2 border-ink/20 ps-3">
        <p className="text-13 text-ink-soft">
          {at ? t('planned', { platform, day: dates.shortDay(at), time: dates.time(at) }) : t('noTime', { platform })}
        </p>
        <p dir={textDirection(post.content)} className="line-clamp-4 break-words whitespace-pre-line">
          {post.content}
        </p>
      </blockquote>
      {onUse && (
        <Button size="sm" className="mt-2 me-2" onClick={onUse}>
          {t('use')}
        </Button>
      )}
      {other && (
        <Button size="sm" className="mt-2" onClick={other.run}>
          {other.label}
        </Button>
      )}
    </div>
  )
}
