import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { isEditable } from '#core/posts/lifecycle.ts'
import type { FreeTime } from '#core/posts/lists-contract.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { canRetryUnchanged } from '#core/publishing/retry-unchanged.ts'
import { addressAt } from '../../lib/base-path.ts'
import { useDates } from '../../lib/dates.ts'
import { useNow } from '../../lib/use-now.ts'
import { reading } from '../../lib/queries.ts'
import { mayAddPosts, mayPublish } from '../../lib/role.ts'
import { messageOfFailure, useMessageText } from '../../lib/error-message.ts'
import { PartCount } from '../../posts/part-count.tsx'
import { PostDialogs, type OpenDialog, type PostRow } from '../../posts/post-dialogs.tsx'
import { CommentsLink } from '../../posts/comments-link.tsx'
import { mayChangePost } from '../../posts/may-change-post.ts'
import { PostIconButton, PostMenu } from '../../posts/post-menu.tsx'
import { PostState } from '../../posts/post-state.tsx'
import { RiskAction, RiskBadge, riskKey } from '../../posts/risk-badge.tsx'
import { stateOf } from '../../posts/state-look.ts'
import { obstacleTo } from '../../posts/trouble-groups.ts'
import { TagMarks } from '../../posts/tags/tag-marks.tsx'
import { TroubleReason } from '../../posts/trouble-reason.tsx'
import { usePostChanges } from '../../posts/use-post-changes.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Frog } from '../../ui/frog.tsx'
import { ExternalLink, Plus } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FreeTimeCard } from './free-time-card.tsx'
import { TimeInPlace } from './time-in-place.tsx'
import { useDayNames } from './use-day-names.ts'
import { MAX_POSTS, useDayPosts } from './use-day-posts.ts'
import type { CalendarFilter } from './use-days.ts'
import { usePlanDialogs } from './use-plan-dialogs.tsx'

const INITIAL_COUNT = 30

interface DayDialogProps {
  date: string
  filter: CalendarFilter
  free: readonly FreeTime[]
  withHijri: boolean
  isPast: boolean
  onAdd: () => void
  onClose: () => void
}

export default function DayDialog({ date, filter, free, withHijri, isPast, onAdd, onClose }: DayDialogProps) {
  const t = useTranslations('calendar')
  const app = useTranslations('app')
  const dates = useDates()
  const names = useDayNames()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [shownCount, setShownCount] = useState(INITIAL_COUNT)
  const changes = usePostChanges()
  const plan = usePlanDialogs()
  const accounts = useQuery(reading('GET /api/social-accounts')).data
  const { read, posts, begin } = useDayPosts(date, filter)
  const now = useNow()
  const coming = free.filter(({ at }) => new Date(at) > now)
  const zone = withHijri ? names.hijriFull(date) : dates.zoneName(begin)

  return (
    <Dialog
      title={names.full(date)}
      // The text below already says that a day is empty.
      description={
        read.data && posts.length === 0
          ? zone
          : t('summary', { posts: read.data ? t('counts', { count: posts.length }) : app('loading'), zone })
      }
      width="side"
      onClose={onClose}
    >
      <div className="flex-1">
        {read.error && !read.data && <LoadFailed error={read.error} onRetry={() => void read.refetch()} />}
        {read.isPending && <Skeleton className="h-24" />}
        {read.data && posts.length === 0 && (
          <div className="flex flex-col items-center py-10 text-center">
            <Frog expression="sleeping" size="lg" />
            <p className="mt-4 text-14 text-ink-soft">{t('empty')}</p>
            {!isPast && <AddToDay className="mt-5" onAdd={onAdd} />}
          </div>
        )}
        <ol className="divide-y divide-line">
          {posts.slice(0, shownCount).map(({ post, at }) => (
            <DayPost
              key={post.id}
              post={post}
              at={at}
              accounts={accounts}
              changes={changes}
              itemsOf={plan.itemsOf}
              onOpen={setOpen}
            />
          ))}
        </ol>
        {posts.length > shownCount && (
          <Button className="my-3 w-full" onClick={() => setShownCount(shownCount + MAX_POSTS / 10)}>
            {t('more', { count: posts.length - shownCount })}
          </Button>
        )}
        {coming.length > 0 && (
          <ul className="flex flex-col gap-2 pt-2">
            {coming.map((time) => (
              <li key={time.at}>
                <FreeTimeCard free={time} date={date} dayName={names.full(date)} className="min-h-12" />
              </li>
            ))}
          </ul>
        )}
        {read.data?.length === MAX_POSTS && (
          <p className="py-2 text-13 text-ink-soft">{t('beyond', { count: MAX_POSTS })}</p>
        )}
      </div>
      {!isPast && posts.length > 0 && (
        <DialogActions>
          <AddToDay className="md:me-auto" onAdd={onAdd} />
        </DialogActions>
      )}
      {plan.dialog}
      <PostDialogs open={open} changes={changes} onOpen={setOpen} onClose={() => setOpen(null)} />
    </Dialog>
  )
}

function AddToDay({ className, onAdd }: { className: string; onAdd: () => void }) {
  const t = useTranslations('calendar')
  if (!mayAddPosts()) return null
  return (
    <Button onClick={onAdd} className={className}>
      <Plus size={18} strokeWidth={1.75} />
      {t('addToDay')}
    </Button>
  )
}

type DayPostProps = PostRow & { at: Date } & Pick<ReturnType<typeof usePlanDialogs>, 'itemsOf'>

function DayPost({ post, at, accounts, changes, itemsOf, onOpen }: DayPostProps) {
  const t = useTranslations('posts')
  const say = useMessageText()
  const dates = useDates()
  const canChange = isEditable(post.status) && post.wish === null && mayChangePost(post)
  const isOver = post.status === 'failed' || post.status === 'missed'
  const now = useNow()
  const obstacle = accounts ? obstacleTo(post, accounts, now) : null
  const hasRecovery = obstacle !== null || canRetryUnchanged(post.failure?.code ?? post.status)
  return (
    <li className="py-4 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-2">
        <PlatformBadge platform={post.platform} />
        <span className="sr-only">{rulesOf(post.platform).name}</span>
        {canChange && post.status === 'scheduled' ? (
          <TimeInPlace post={post} at={at} changes={changes} />
        ) : (
          <time dateTime={at.toISOString()} className="text-14 font-strong tabular-nums">
            {dates.time(at)}
          </time>
        )}
        <PostState state={stateOf(post, riskKey(post, accounts) !== null)} />
        <PartCount post={post} />
        <span className="ms-auto -me-2 flex">
          <CommentsLink post={post} />
          {canChange ? (
            <>
              <PostIconButton kind="edit" post={post} onOpen={onOpen} />
              <PostIconButton kind="move" post={post} onOpen={onOpen} />
            </>
          ) : (
            <PostIconButton kind="timeline" post={post} onOpen={onOpen} />
          )}
          <PostMenu post={post} actions={[]} more={itemsOf(post)} onOpen={onOpen} />
          {post.wish === null && <PostIconButton kind="remove" post={post} onOpen={onOpen} />}
        </span>
      </div>
      <div className="mt-1 flex items-start gap-3">
        <p
          dir={textDirection(post.content)}
          className="line-clamp-6 min-w-0 flex-1 text-14 break-words whitespace-pre-line"
        >
          {post.content}
        </p>
        {post.media.images[0] && (
          <img
            src={addressAt(`/media/${post.media.images[0]}/preview`)}
            alt=""
            loading="lazy"
            // Hide the picture of a video, which has no preview.
            onError={({ currentTarget }) => (currentTarget.hidden = true)}
            className="size-16 shrink-0 rounded-[6px] bg-sunk object-cover"
          />
        )}
      </div>
      <TagMarks tagIds={post.tagIds} />
      {post.failure && (
        <div className="mt-1.5 text-13">
          {isOver ? (
            <TroubleReason post={post} hasObstacle={!accounts || obstacle !== null} />
          ) : (
            <p className="text-ink-soft">{say(messageOfFailure(post.failure, post.platform))}</p>
          )}
          {canChange && (
            <p className="mt-2 flex flex-wrap gap-x-1 gap-y-2">
              {isOver && <RecoveryAction post={post} accounts={accounts} changes={changes} />}
              <Button
                variant={isOver && !hasRecovery ? 'outline' : 'quiet'}
                size="sm"
                onClick={() => onOpen({ kind: 'timeline', post })}
              >
                {t('timeline.open')}
              </Button>
            </p>
          )}
        </div>
      )}
      {post.status === 'unconfirmed' && (
        <Link href={`/unconfirmed/${post.id}`} className={buttonClass({ size: 'sm' }, 'mt-2')}>
          {t('unconfirmed.title')}
        </Link>
      )}
      {post.permalink && (
        <a
          href={post.permalink}
          target="_blank"
          rel="noreferrer"
          className="mt-1 inline-flex min-h-8 items-center gap-1.5 text-13 text-ink-soft hover:underline max-lg:min-h-11"
        >
          {t('view')}
          <ExternalLink size={14} strokeWidth={1.75} className="points" />
        </a>
      )}
      {post.status === 'scheduled' && <RiskBadge post={post} accounts={accounts} />}
    </li>
  )
}

function RecoveryAction({ post, accounts, changes }: Omit<PostRow, 'onOpen'>) {
  const t = useTranslations('posts')
  const now = useNow()
  const obstacle = accounts && obstacleTo(post, accounts, now)
  if (obstacle) return <RiskAction risk={obstacle} platform={post.platform} />
  if (!canRetryUnchanged(post.failure?.code ?? post.status) || !mayPublish([post.platform])) return null
  const isPending = changes.publish.isPending && changes.publish.variables?.id === post.id
  return (
    <Button size="sm" isPending={isPending} onClick={() => changes.publish.mutate(post)}>
      {t('postNow')}
    </Button>
  )
}
