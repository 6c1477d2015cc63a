import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { dueAtOf, wasPostedByHand } from '#core/posts/posted-by-hand.ts'
import { textDirection } from '#core/posts/published-text.ts'
import { useDates } from '../lib/dates.ts'
import { useNow } from '../lib/now.ts'
import { Button } from '../ui/button.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import type { OpenDialog } from './post-dialogs.tsx'
import { PostState } from './post-state.tsx'
import { RiskAction } from './risk-badge.tsx'
import { obstacleTo } from './trouble-groups.ts'
import { TroubleReason } from './trouble-reason.tsx'
import { UnconfirmedAnswer } from './unconfirmed-answer.tsx'
import type { PostChanges } from './use-post-changes.ts'

/** One post that waits for its owner, and all that they can do about it. */
export function TroubledPost({
  post,
  accounts,
  changes,
  onOpen,
}: {
  post: Post
  accounts: readonly SocialAccount[] | undefined
  changes: PostChanges
  onOpen: (open: OpenDialog) => void
}) {
  const t = useTranslations('posts.trouble')
  const posts = useTranslations('posts')
  const dates = useDates()
  const now = useNow()
  const due = new Date(dueAtOf(post))
  const obstacle = accounts ? obstacleTo(post, accounts, now) : null
  const isPublishing = changes.publish.isPending && changes.publish.variables?.id === post.id

  return (
    <li className="grid gap-x-6 gap-y-2 py-3 lg:grid-cols-[1fr_auto] lg:items-center">
      <div className="relative min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-13">
          <PlatformBadge platform={post.platform} size={18} />
          <span className="sr-only">{rulesOf(post.platform).name}</span>
          <PostState state={post.status} />
          <span className="text-ink-soft">
            {t(wasPostedByHand(post) ? 'byHand' : 'wasDue', { day: dates.shortDay(due), time: dates.time(due) })}
          </span>
        </p>
        <p dir={textDirection(post.content)} className="mt-0.5 line-clamp-1 text-14 break-words">
          {post.content}
        </p>
        <TroubleReason post={post} hasObstacle={!accounts || obstacle !== null} />
      </div>
      <div className="flex flex-wrap gap-2">
        {post.status === 'unconfirmed' ? (
          <UnconfirmedAnswer post={post} changes={changes} />
        ) : (
          <>
            <Button size="sm" onClick={() => onOpen({ kind: 'edit', post })}>
              {posts('edit')}
            </Button>
            <Button size="sm" onClick={() => onOpen({ kind: 'move', post })}>
              {posts('reschedule')}
            </Button>
            {/* Posting it from an account that is lost would only fail again. */}
            {obstacle ? (
              <RiskAction risk={obstacle} platform={post.platform} />
            ) : (
              <Button size="sm" isPending={isPublishing} onClick={() => changes.publish.mutate(post)}>
                {posts('postNow')}
              </Button>
            )}
            <Button
              variant="quiet"
              size="sm"
              className="text-ink lg:order-first"
              onClick={() => onOpen({ kind: 'timeline', post })}
            >
              {posts('timeline.open')}
            </Button>
            <Button
              variant="quiet"
              size="sm"
              className="text-ink lg:order-first"
              onClick={() => onOpen({ kind: 'remove', post })}
            >
              {posts('delete')}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}
