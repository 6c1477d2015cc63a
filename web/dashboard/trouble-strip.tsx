import { useQueries } from '@tanstack/react-query'
import { CircleAlert, CircleHelp, History } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { riskOfPostingNow } from '#core/accounts/risk.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post, PostSummary } from '#core/posts/contract.ts'
import { textDirection } from '#core/posts/published-text.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { useNow } from '../lib/now.ts'
import { reading } from '../lib/queries.ts'
import { RiskAction } from '../posts/risk-badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { PostDialogs, type OpenDialog } from './post-dialogs.tsx'
import { usePostChanges, type PostChanges } from './use-post-changes.ts'

const TROUBLES = ['failed', 'unconfirmed', 'missed'] as const
const PAGE_SIZE = 3

export type Trouble = { posts: readonly Post[]; count: number; isSettled: boolean }

/** The posts that wait for their owner, the latest first. They are asked for only where the summary counts some. */
export function useTrouble(summary: PostSummary | undefined): Trouble {
  const present = TROUBLES.filter((status) => (summary?.byStatus[status] ?? 0) > 0)
  const lists = useQueries({
    queries: present.map((status) => reading('GET /api/posts', { query: { status, limit: 100 } })),
  })
  const whenOf = (post: Post) => Date.parse(post.scheduledAt ?? post.createdAt)
  return {
    posts: lists.flatMap(({ data }) => data ?? []).sort((one, other) => whenOf(other) - whenOf(one)),
    count: present.reduce((sum, status) => sum + (summary?.byStatus[status] ?? 0), 0),
    isSettled: summary !== undefined && lists.every(({ isPending }) => !isPending),
  }
}

/** Trouble comes before everything else; there is nothing to see when there is none. */
export function TroubleStrip({
  trouble: { posts, count },
  accounts,
}: {
  trouble: Trouble
  accounts: readonly SocialAccount[] | undefined
}) {
  const t = useTranslations('dashboard.trouble')
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const changes = usePostChanges()
  if (posts.length === 0) return null

  return (
    <section aria-labelledby="trouble" className="mt-6 rounded-control bg-lily-wash px-4 pt-3 pb-1">
      <h2 id="trouble" className="flex items-start gap-3 text-14 text-wrap">
        <CircleHelp size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <span>
          <strong className="font-strong">{t('title', { count })}</strong>{' '}
          <span className="font-text">{t('text')}</span>
        </span>
      </h2>
      <ul className="mt-2 divide-y divide-ink/15 md:ms-8">
        {posts.slice(0, shownCount).map((post) => (
          <TroubledPost key={post.id} post={post} accounts={accounts} changes={changes} onOpen={setOpen} />
        ))}
      </ul>
      {posts.length > shownCount && (
        <Button
          variant="quiet"
          className="mb-2 text-ink md:ms-6"
          onClick={() => setShownCount(shownCount + PAGE_SIZE * 5)}
        >
          {t('more', { count: posts.length - shownCount })}
        </Button>
      )}
      <PostDialogs open={open} changes={changes} onClose={() => setOpen(null)} />
    </section>
  )
}

function TroubledPost({
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
  const t = useTranslations('dashboard.trouble')
  const posts = useTranslations('posts')
  const dates = useDates()
  const now = useNow()
  const platform = isolate(rulesOf(post.platform).name)
  const due = post.scheduledAt ? new Date(post.scheduledAt) : null
  const isFailed = post.status === 'failed'
  const risk = accounts && riskOfPostingNow(post, accounts, now)
  const reasons = { failed: 'failedReason', missed: 'missedReason', unconfirmed: 'unconfirmedReason' } as const
  const reason = post.failure?.message ?? t(reasons[post.status as keyof typeof reasons], { platform })
  const isPublishing = changes.publish.isPending && changes.publish.variables?.id === post.id
  const answering =
    changes.resolve.isPending && changes.resolve.variables?.post.id === post.id ? changes.resolve.variables : null

  return (
    <li className="grid gap-x-6 gap-y-2 py-3 lg:grid-cols-[1fr_auto] lg:items-center">
      <div className="relative min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-13 max-lg:pe-10">
          <PlatformBadge platform={post.platform} size={18} />
          <span className="sr-only">{rulesOf(post.platform).name}</span>
          <strong
            className={classNames(
              'inline-flex items-center gap-1 font-strong',
              isFailed ? 'text-coral' : 'text-lily-ink',
            )}
          >
            {isFailed && <CircleAlert size={15} strokeWidth={2} aria-hidden="true" />}
            {posts(`statuses.${post.status}`)}
          </strong>
          {due && (
            <span className="text-ink-soft">{t('wasDue', { day: dates.shortDay(due), time: dates.time(due) })}</span>
          )}
          {post.status !== 'unconfirmed' && (
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
        <p className="text-13 text-ink-soft">
          {reason}
          {post.failure?.detail && post.failure.code !== 'not_reached' && (
            <span className="block break-words">
              {t('networkSaid', { platform, detail: isolate(post.failure.detail) })}
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {post.status === 'unconfirmed' ? (
          <>
            <Link
              href={`/unconfirmed/${post.id}`}
              className={buttonClass({ variant: 'quiet', size: 'sm' }, 'text-ink')}
            >
              {t('whatHappened')}
            </Link>
            <Button
              size="sm"
              isPending={answering?.outcome === 'live'}
              disabled={answering !== null}
              onClick={() => changes.resolve.mutate({ post, outcome: 'live' })}
            >
              {t('isLive')}
            </Button>
            <Button
              size="sm"
              isPending={answering?.outcome === 'not_live'}
              disabled={answering !== null}
              onClick={() => changes.resolve.mutate({ post, outcome: 'not_live' })}
            >
              {t('isNotLive')}
            </Button>
          </>
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
            <Button size="sm" onClick={() => onOpen({ kind: 'move', post })}>
              {posts('reschedule')}
            </Button>
            {/* Posting it from an account that is lost would only fail again. */}
            {risk ? (
              <RiskAction risk={risk} platform={post.platform} />
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
