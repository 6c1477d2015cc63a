import { CalendarClock, CircleAlert, History, Pencil, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { TroubleStatus } from '#core/posts/dashboard-lists.ts'
import { textDirection } from '#core/posts/published-text.ts'
import { mayGoOutAsItIs, wasItsAccount } from '#core/publishing/post-again.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { useNow } from '../lib/now.ts'
import { RiskAction } from '../posts/risk-badge.tsx'
import type { PostingAll } from '../posts/use-post-all.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import type { OpenDialog } from './post-dialogs.tsx'
import { obstacleTo } from './trouble-groups.ts'
import type { PostChanges } from './use-post-changes.ts'

/** How many reasons are shown at first, and how many posts of each. */
export const PAGE_SIZE = 3

export type Accounts = readonly SocialAccount[] | undefined

/** Several posts that wait for one reason: it is told once, and what helps them all stands beside it. */
export function TroubledGroup({
  posts,
  accounts,
  changes,
  posting,
  onOpen,
}: {
  posts: readonly [Post, ...Post[]]
  accounts: Accounts
  changes: PostChanges
  posting: PostingAll
  onOpen: (open: OpenDialog) => void
}) {
  const t = useTranslations('dashboard.trouble')
  const all = useTranslations('posts.all')
  const now = useNow()
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const [first] = posts
  const obstacle = accounts ? obstacleTo(first, accounts, now) : null
  const mayPostAll = accounts && first.status !== 'unconfirmed' && !obstacle && mayGoOutAsItIs(first.failure?.code)

  return (
    <li className="py-3">
      <div className="grid gap-x-6 gap-y-2 lg:grid-cols-[1fr_auto] lg:items-center">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-13">
            <PlatformBadge platform={first.platform} size={18} />
            <span className="sr-only">{rulesOf(first.platform).name}</span>
            <Status status={first.status}>
              {t(`group.${first.status as TroubleStatus}`, { count: posts.length })}
            </Status>
          </p>
          {first.status === 'unconfirmed' ? (
            <p className="text-13 text-ink-soft">
              {t('group.unconfirmedText', { platform: isolate(rulesOf(first.platform).name) })}
            </p>
          ) : (
            <Reason post={first} hasObstacle={!accounts || obstacle !== null} />
          )}
        </div>
        {first.status !== 'unconfirmed' && obstacle ? (
          <div>
            <RiskAction risk={obstacle} platform={first.platform} />
          </div>
        ) : (
          mayPostAll && (
            <div>
              <Button
                variant="primary"
                size="sm"
                onClick={() => posting.open(posts.toSorted((one, other) => dueTime(one) - dueTime(other)))}
              >
                {all('post', { count: posts.length })}
              </Button>
            </div>
          )
        )}
      </div>
      <ul className="mt-2 border-s-2 border-ink/15 ps-3">
        {posts.slice(0, shownCount).map((post) => (
          <GroupedPost key={post.id} post={post} mayPost={!obstacle} changes={changes} onOpen={onOpen} />
        ))}
      </ul>
      {posts.length > shownCount && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-1 text-ink"
          onClick={() => setShownCount(shownCount + PAGE_SIZE * 5)}
        >
          {t('more', { count: posts.length - shownCount })}
        </Button>
      )}
    </li>
  )
}

const dueTime = (post: Post): number => Date.parse(post.scheduledAt ?? post.createdAt)

function GroupedPost({
  post,
  mayPost,
  changes,
  onOpen,
}: {
  post: Post
  mayPost: boolean
  changes: PostChanges
  onOpen: (open: OpenDialog) => void
}) {
  const posts = useTranslations('posts')
  const dates = useDates()
  const due = new Date(post.scheduledAt ?? post.createdAt)
  const isPublishing = changes.publish.isPending && changes.publish.variables?.id === post.id
  return (
    <li className="grid items-center gap-x-4 py-1 lg:grid-cols-[1fr_auto]">
      <p className="flex min-w-0 items-center gap-2 sm:items-baseline">
        <time dateTime={due.toISOString()} className="shrink-0 text-13 text-ink-soft tabular-nums">
          {dates.shortDay(due)} <span className="max-sm:sr-only">{dates.time(due)}</span>
        </time>
        <span dir={textDirection(post.content)} className="line-clamp-1 min-w-0 flex-1 text-14 break-words">
          {post.content}
        </span>
        {post.status === 'unconfirmed' && <WhatHappened post={post} className="-me-3" />}
      </p>
      <div
        className={classNames(
          'flex flex-wrap items-center',
          post.status === 'unconfirmed' ? 'sm:max-lg:-ms-3' : '-ms-3 lg:ms-0',
        )}
      >
        {post.status === 'unconfirmed' ? (
          <Answer post={post} changes={changes} />
        ) : (
          <>
            <IconButton label={posts('edit')} onClick={() => onOpen({ kind: 'edit', post })}>
              <Pencil size={18} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
            <IconButton label={posts('timeline.open')} onClick={() => onOpen({ kind: 'timeline', post })}>
              <History size={18} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
            <IconButton label={posts('reschedule')} onClick={() => onOpen({ kind: 'move', post })}>
              <CalendarClock size={18} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
            <IconButton
              label={posts('delete')}
              className="hover:text-coral"
              onClick={() => onOpen({ kind: 'remove', post })}
            >
              <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
            {mayPost && (
              <Button
                variant="quiet"
                size="sm"
                className="text-ink"
                isPending={isPublishing}
                onClick={() => changes.publish.mutate(post)}
              >
                {posts('postNow')}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}

function Status({ status, children }: { status: Post['status']; children: ReactNode }) {
  const isFailed = status === 'failed'
  return (
    <strong
      className={classNames('inline-flex items-center gap-1 font-strong', isFailed ? 'text-coral' : 'text-lily-ink')}
    >
      {isFailed && <CircleAlert size={15} strokeWidth={2} aria-hidden="true" />}
      {children}
    </strong>
  )
}

/** Why it waits, and the network's own words, in their own direction. */
function Reason({ post, hasObstacle }: { post: Post; hasObstacle: boolean }) {
  const t = useTranslations('dashboard.trouble')
  const risk = useTranslations('posts.risk.brief')
  const platform = isolate(rulesOf(post.platform).name)
  const reasons = { failed: 'failedReason', missed: 'missedReason', unconfirmed: 'unconfirmedReason' } as const
  const { failure } = post
  // What to do about the account was done.
  if (!hasObstacle && wasItsAccount(failure?.code)) return <p className="text-13 text-ink-soft">{t('mended')}</p>
  const reason = failure?.message ?? t(reasons[post.status as TroubleStatus], { platform })
  const name = isolate(post.formerAccount ?? '')
  const ofGone = failure?.code === 'account_not_connected' ? t('gone', { name }) : `${risk('gone', { name })} ${reason}`
  return (
    <div className="text-13 text-ink-soft">
      <p>{post.formerAccount === null ? reason : ofGone}</p>
      {failure?.detail && failure.code !== 'not_reached' && (
        <p className="mt-0.5 flex flex-wrap gap-x-1.5">
          <span>{t('networkSaid', { platform })}</span>
          <q dir="auto" className="min-w-0 text-start break-words before:content-none after:content-none">
            {failure.detail}
          </q>
        </p>
      )}
    </div>
  )
}

export function TroubledPost({
  post,
  accounts,
  changes,
  onOpen,
}: {
  post: Post
  accounts: Accounts
  changes: PostChanges
  onOpen: (open: OpenDialog) => void
}) {
  const t = useTranslations('dashboard.trouble')
  const posts = useTranslations('posts')
  const dates = useDates()
  const now = useNow()
  const due = post.scheduledAt ? new Date(post.scheduledAt) : null
  const obstacle = accounts ? obstacleTo(post, accounts, now) : null
  const isPublishing = changes.publish.isPending && changes.publish.variables?.id === post.id

  return (
    <li className="grid gap-x-6 gap-y-2 py-3 lg:grid-cols-[1fr_auto] lg:items-center">
      <div className="relative min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-13 max-lg:pe-10">
          <PlatformBadge platform={post.platform} size={18} />
          <span className="sr-only">{rulesOf(post.platform).name}</span>
          <Status status={post.status}>{posts(`statuses.${post.status}`)}</Status>
          {due && (
            <span className="text-ink-soft">{t('wasDue', { day: dates.shortDay(due), time: dates.time(due) })}</span>
          )}
          {post.status === 'unconfirmed' ? (
            <WhatHappened post={post} className="absolute -end-2 -top-3" />
          ) : (
            <IconButton
              label={posts('timeline.open')}
              className="absolute -end-2 -top-3 lg:hidden"
              onClick={() => onOpen({ kind: 'timeline', post })}
            >
              <History size={18} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          )}
        </p>
        <p dir={textDirection(post.content)} className="mt-0.5 line-clamp-1 text-14 break-words">
          {post.content}
        </p>
        <Reason post={post} hasObstacle={!accounts || obstacle !== null} />
      </div>
      <div className="flex flex-wrap gap-2">
        {post.status === 'unconfirmed' ? (
          <Answer post={post} changes={changes} />
        ) : (
          <>
            <Button
              variant="quiet"
              size="sm"
              className="text-ink max-lg:hidden"
              onClick={() => onOpen({ kind: 'timeline', post })}
            >
              {posts('timeline.open')}
            </Button>
            <Button variant="quiet" size="sm" className="text-ink" onClick={() => onOpen({ kind: 'remove', post })}>
              {posts('delete')}
            </Button>
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
          </>
        )}
      </div>
    </li>
  )
}

const unconfirmedPath = (post: Post): string => `/unconfirmed/${post.id}`

/** On a phone, where the two answers have the line for themselves: they weigh the same. */
function WhatHappened({ post, className }: { post: Post; className: string }) {
  const t = useTranslations('dashboard.trouble')
  return (
    <Link
      href={unconfirmedPath(post)}
      aria-label={t('whatHappened')}
      className={buttonClass({ variant: 'quiet', size: 'sm' }, `w-11 sm:hidden ${className}`)}
    >
      <History size={18} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  )
}

/** What its owner answers of a post that may be live, and the page that helps them to find out. */
function Answer({ post, changes }: { post: Post; changes: PostChanges }) {
  const t = useTranslations('dashboard.trouble')
  const { isPending, variables } = changes.resolve
  const answering = isPending && variables?.post.id === post.id ? variables.outcome : null
  return (
    <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto sm:flex-wrap sm:items-center">
      <Link
        href={unconfirmedPath(post)}
        className={buttonClass({ variant: 'quiet', size: 'sm' }, 'text-ink max-sm:hidden')}
      >
        {t('whatHappened')}
      </Link>
      {(['live', 'not_live'] as const).map((outcome) => (
        <Button
          key={outcome}
          size="sm"
          isPending={answering === outcome}
          disabled={answering !== null}
          onClick={() => changes.resolve.mutate({ post, outcome })}
        >
          {t(outcome === 'live' ? 'isLive' : 'isNotLive')}
        </Button>
      ))}
    </div>
  )
}
