import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { rulesOf } from '#core/platforms/platform.ts'
import { canRetryUnchanged } from '#core/publishing/retry-unchanged.ts'
import { dueAt, wasPublishedAtOnce } from '#core/posts/due-at.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { mayPublish } from '../lib/role.ts'
import { useNow } from '../lib/use-now.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { TONES } from '../ui/tones.ts'
import { mayChangePost } from './may-change-post.ts'
import { PostMenu } from './post-menu.tsx'
import type { PostRow } from './post-dialogs.tsx'
import { PostState } from './post-state.tsx'
import { RiskAction } from './risk-badge.tsx'
import { STATE_LOOK } from './state-look.ts'
import { obstacleTo } from './trouble-groups.ts'
import { TroubleReason } from './trouble-reason.tsx'
import { OwnPostsLink, UnconfirmedAnswer } from './unconfirmed-answer.tsx'

/** The style of the most helpful action, which has a frame, and of all other actions. */
const LEAD = { size: 'sm' } as const
const REST = { size: 'sm', variant: 'quiet', className: 'text-ink max-sm:px-2' } as const

export function TroubledPost({ post, accounts, changes, onOpen }: PostRow) {
  const t = useTranslations('posts.trouble')
  const posts = useTranslations('posts')
  const dates = useDates()
  const now = useNow()
  const due = new Date(dueAt(post))
  const obstacle = accounts ? obstacleTo(post, accounts, now) : null
  const isPublishing = changes.publish.isPending && changes.publish.variables?.id === post.id
  // Chooses the most helpful action. If the account lost its permission, publishing would fail again.
  const lead = obstacle ? 'account' : canRetryUnchanged(post.failure?.code ?? post.status) ? 'post' : 'edit'
  const isUnapproved = post.failure?.code === 'not_approved'
  const mayChange = mayChangePost(post)
  const postNow = isUnapproved ? (
    <Link href="/approvals" className={buttonClass({ size: 'sm' })}>
      {posts('review')}
    </Link>
  ) : mayPublish([post.platform]) ? (
    <Button {...(lead === 'post' ? LEAD : REST)} isPending={isPublishing} onClick={() => changes.publish.mutate(post)}>
      {posts('postNow')}
    </Button>
  ) : null

  return (
    <li
      className={classNames(
        'grid gap-x-6 gap-y-2 border-s-[3px] py-1 ps-3 lg:grid-cols-[1fr_auto] lg:items-center',
        TONES[STATE_LOOK[post.status].tone].rule,
      )}
    >
      <div className="relative min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-13">
          <PlatformBadge platform={post.platform} size={18} />
          <span className="sr-only">{rulesOf(post.platform).name}</span>
          <PostState state={post.status} />
          <span className="text-ink-soft">
            {t(wasPublishedAtOnce(post) ? 'byHand' : 'wasDue', { day: dates.shortDay(due), time: dates.time(due) })}
          </span>
        </p>
        <p dir={textDirection(post.content)} className="mt-0.5 line-clamp-1 text-14 break-words">
          {post.content}
        </p>
        <TroubleReason post={post} hasObstacle={!accounts || obstacle !== null} />
      </div>
      <div className="flex flex-wrap gap-x-1 gap-y-2">
        {post.status === 'unconfirmed' ? (
          <UnconfirmedAnswer post={post} changes={changes}>
            <OwnPostsLink post={post} />
          </UnconfirmedAnswer>
        ) : (
          <>
            {lead === 'account' && obstacle && <RiskAction risk={obstacle} platform={post.platform} />}
            {lead === 'post' && postNow}
            {mayChange && (
              <>
                <Button {...(lead === 'edit' ? LEAD : REST)} onClick={() => onOpen({ kind: 'edit', post })}>
                  {posts('edit')}
                </Button>
                <Button {...REST} onClick={() => onOpen({ kind: 'move', post })}>
                  {posts('reschedule')}
                </Button>
              </>
            )}
            {lead === 'edit' && postNow}
            <div className="flex max-sm:hidden">
              <Button {...REST} onClick={() => onOpen({ kind: 'timeline', post })}>
                {posts('timeline.open')}
              </Button>
              {mayChange && (
                <Button {...REST} onClick={() => onOpen({ kind: 'remove', post })}>
                  {posts('delete')}
                </Button>
              )}
            </div>
            <div className="sm:hidden">
              <PostMenu post={post} actions={['timeline', 'remove']} onOpen={onOpen} />
            </div>
          </>
        )}
      </div>
    </li>
  )
}
