import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import type { Post } from '#core/posts/contract.ts'
import { useDates } from '../../lib/dates.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { publishTimeOf } from './use-month-posts.ts'

const MAX_SHOWN = 6

export function DayPosts({ posts }: { posts: readonly Post[] }) {
  const t = useTranslations('picker')
  const states = useTranslations('posts.statuses')
  const { time } = useDates()
  // If all posts are scheduled, no row needs a state.
  const showsStates = posts.some(({ status }) => status !== 'scheduled')
  if (posts.length === 0) return <p className="text-13 text-ink-soft">{t('nothing')}</p>
  return (
    <ul className="divide-y divide-line">
      {posts.slice(0, MAX_SHOWN).map((post) => (
        <li key={post.id} className="flex items-center gap-2.5 py-2 text-13">
          <PlatformBadge platform={post.platform} size={18} />
          <span className="sr-only">{rulesOf(post.platform).name}</span>
          <time dateTime={publishTimeOf(post)} className="font-strong tabular-nums">
            {time(new Date(publishTimeOf(post)))}
          </time>
          <span className="min-w-0 flex-1">
            <span dir={textDirection(post.content)} className="block truncate text-start text-ink-soft">
              {post.content}
            </span>
          </span>
          {showsStates && <span className="text-ink-soft">{states(post.status)}</span>}
        </li>
      ))}
      {posts.length > MAX_SHOWN && (
        <li className="py-2 text-13 text-ink-soft">{t('more', { count: posts.length - MAX_SHOWN })}</li>
      )}
    </ul>
  )
}
