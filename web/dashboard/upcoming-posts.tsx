import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { SCHEDULED_SHOWN } from '#core/posts/dashboard-lists.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../lib/class-names.ts'
import { daysFromToday, useDates } from '../lib/dates.ts'
import { ImportButton } from '../planning/import/import-button.tsx'
import { useProgressiveRender } from '../lib/use-progressive-render.ts'
import { isolate } from '../lib/isolate.ts'
import { mayAddPosts, mayAs } from '../lib/role.ts'
import { useNow } from '../lib/use-now.ts'
import { messageOfFailure, useMessageText } from '../lib/error-message.ts'
import { BulkButton } from '../posts/bulk-button.tsx'
import { PartCount } from '../posts/part-count.tsx'
import { PostDialogs, type OpenDialog } from '../posts/post-dialogs.tsx'
import { CommentsLink } from '../posts/comments-link.tsx'
import { mayChangePost } from '../posts/may-change-post.ts'
import { PostIconButton } from '../posts/post-menu.tsx'
import { PostState, StateIcon } from '../posts/post-state.tsx'
import { RiskBadge, RiskBanner, riskKey } from '../posts/risk-badge.tsx'
import { stateOf } from '../posts/state-look.ts'
import { usePostChanges } from '../posts/use-post-changes.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Frog } from '../ui/frog.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useScheduled } from './use-scheduled.ts'

const BATCH = 2

interface UpcomingPostsProps {
  accounts: readonly SocialAccount[] | undefined
  underWay: readonly Post[]
  /** The number of all scheduled posts. The list may show fewer. */
  total: number
  isPageDrawn: boolean
}

export function UpcomingPosts({ accounts, total, underWay, isPageDrawn }: UpcomingPostsProps) {
  const t = useTranslations('dashboard')
  const dates = useDates()
  const [wantedCount, setWantedCount] = useState(SCHEDULED_SHOWN)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const changes = usePostChanges()

  // If a post is at risk, loads all scheduled posts, because the list groups all posts with the same reason.
  const isAtRisk = (post: Post) => riskKey(post, accounts) !== null
  const scheduled = useScheduled((first) => wantedCount > SCHEDULED_SHOWN || first.some(isAtRisk))
  const { areAll, isReadingAll, rest } = scheduled
  const isLoading = scheduled.isPending || (isReadingAll && wantedCount === SCHEDULED_SHOWN)
  const posts = isLoading ? [] : (scheduled.data ?? [])
  const furtherBatches = useProgressiveRender(isPageDrawn, Math.ceil(Math.min(wantedCount, posts.length) / BATCH) - 1)
  const shownCount = Math.min(wantedCount, BATCH * (1 + furtherBatches))
  const restCount = (areAll ? posts.length : total) - Math.min(wantedCount, posts.length)
  const days = Map.groupBy(posts.slice(0, shownCount), (post) =>
    dates.dayKey(new Date(post.scheduledAt ?? post.createdAt)),
  )

  const atRisk = Map.groupBy(posts, (post) => riskKey(post, accounts))
  const shared = new Map<string, [Post, ...Post[]]>()
  for (const [key, [first, ...others]] of atRisk) {
    if (key && first && others.length > 0) shared.set(key, [first, ...others])
  }

  // Show no error here, because the page lists everything that failed to load in one message.
  if (scheduled.error && !scheduled.data) return null
  return (
    <section aria-labelledby="coming" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line pb-1">
        <h2 id="coming" tabIndex={-1} className="scroll-mt-20 py-1 text-16 font-strong">
          {t('coming.title')}
        </h2>
        <span className="flex flex-wrap max-md:-ms-3 md:-me-3">
          {posts.length > 1 && mayAddPosts() && <BulkButton />}
          {mayAddPosts() && <ImportButton />}
        </span>
      </div>
      <PublishingPosts sent={underWay} onOpen={setOpen} />
      {isLoading && <UpcomingSkeleton />}
      {scheduled.data && !isLoading && posts.length === 0 && <NothingPlanned isSending={underWay.length > 0} />}
      {accounts && [...shared].map(([key, ofKey]) => <RiskBanner key={key} posts={ofKey} accounts={accounts} />)}
      <ol className={classNames(shared.size > 0 && 'mt-3 border-t border-line')}>
        {[...days].map(([key, ofDay]) => (
          <Day
            key={key}
            posts={ofDay}
            accounts={accounts}
            isExplainedAbove={(post) => shared.has(riskKey(post, accounts) ?? '')}
            onOpen={setOpen}
          />
        ))}
      </ol>
      {restCount > 0 && posts.length > 0 && shownCount >= SCHEDULED_SHOWN && (
        <Button
          className="mt-4 w-full"
          isPending={isReadingAll}
          onClick={() => {
            setWantedCount(wantedCount + SCHEDULED_SHOWN * 2)
            if (rest.error) void rest.refetch()
          }}
        >
          {t('coming.more', { count: restCount })}
        </Button>
      )}
      {scheduled.data && areAll && total > posts.length && posts.length > 0 && posts.length <= shownCount && (
        <p className="mt-4 text-14 text-ink-soft">{t('coming.beyond', { count: total - posts.length })}</p>
      )}
      <PostDialogs open={open} changes={changes} onOpen={setOpen} onClose={() => setOpen(null)} />
    </section>
  )
}

function PublishingPosts({ sent, onOpen }: { sent: readonly Post[]; onOpen: (open: OpenDialog) => void }) {
  const t = useTranslations('dashboard.coming')
  const now = useNow()
  const posts = sent.filter(
    ({ scheduledAt, createdAt }) => now.getTime() - Date.parse(scheduledAt ?? createdAt) > SOON_MS,
  )
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="under-way" className="border-b border-line py-3">
      <h3 id="under-way" className="mb-2 text-14 font-strong">
        {t('underWayTitle')}
      </h3>
      <ol className="divide-y divide-line">
        {posts.map((post) => (
          <UpcomingPost key={post.id} post={post} accountName={null} onOpen={onOpen}>
            {post.wish && (
              <p className="mt-1 text-13 text-lily-ink">
                {t('wished', { platform: isolate(rulesOf(post.platform).name) })}
              </p>
            )}
          </UpcomingPost>
        ))}
      </ol>
    </section>
  )
}

const SOON_MS = 10_000

interface DayProps {
  posts: readonly Post[]
  accounts: readonly SocialAccount[] | undefined
  isExplainedAbove: (post: Post) => boolean
  onOpen: (open: OpenDialog) => void
}

function Day({ posts, accounts, isExplainedAbove, onOpen }: DayProps) {
  const dates = useDates()
  const at = new Date(posts[0]?.scheduledAt ?? 0)
  const t = useTranslations('dashboard.coming')
  const days = daysFromToday(at, dates.timeZone)
  const isToday = days === 0
  const isThisMonth = dates.dayKey(at).slice(0, 7) === dates.dayKey(useNow()).slice(0, 7)
  return (
    <li
      className={classNames(
        'grid grid-cols-[60px_1fr] gap-x-2 border-b border-line py-2 md:grid-cols-[72px_1fr] md:gap-x-3',
        isToday && '-mx-4 bg-pond-wash px-4 md:-mx-3 md:px-3',
      )}
    >
      <h3 className="pt-2">
        <span className="sr-only">{dates.fullDay(at)} </span>
        <span aria-hidden="true" className="block text-20 font-title">
          {dates.dayNumber(at)}
          {!isThisMonth && <span className="text-13 font-text text-ink-soft"> {dates.shortMonth(at)}</span>}
        </span>
        {days === 0 || days === 1 ? (
          <span className="block text-13 font-strong">{t(days === 0 ? 'today' : 'tomorrow')}</span>
        ) : (
          <span aria-hidden="true" className="block text-13 font-text text-ink-soft">
            {dates.weekday(at)}
          </span>
        )}
      </h3>
      <ol className="min-w-0 divide-y divide-line">
        {posts.map((post) => (
          <UpcomingPost
            key={post.id}
            post={post}
            accountName={accountNameIfAmbiguous(post, accounts)}
            isAtRisk={riskKey(post, accounts) !== null}
            onOpen={onOpen}
          >
            {!isExplainedAbove(post) && <RiskBadge post={post} accounts={accounts} />}
          </UpcomingPost>
        ))}
      </ol>
    </li>
  )
}

function accountNameIfAmbiguous({ platform, accountId }: Post, accounts: readonly SocialAccount[] = []): string | null {
  const own = accounts.filter((account) => account.platform === platform)
  const account = own.find(({ id }) => id === accountId)
  return account && own.length > 1 ? account.displayName || `@${account.username}` : null
}

interface UpcomingPostProps {
  post: Post
  accountName: string | null
  isAtRisk?: boolean
  onOpen: (open: OpenDialog) => void
  children: ReactNode
}

function UpcomingPost({ post, accountName, isAtRisk = false, onOpen, children }: UpcomingPostProps) {
  const t = useTranslations('posts')
  const messageText = useMessageText()
  const dates = useDates()
  const at = new Date(post.scheduledAt ?? post.createdAt)
  const state = stateOf(post, isAtRisk)
  const isUnderWay = state === 'publishing'
  return (
    <li className="max-md:pb-1.5 [contain-intrinsic-size:auto_44px] [content-visibility:auto]">
      <div className="relative flex flex-wrap items-center gap-x-2 md:min-h-11">
        <PlatformBadge platform={post.platform} />
        <span className="sr-only">{rulesOf(post.platform).name}</span>
        <time dateTime={at.toISOString()} className="text-14 font-strong tabular-nums">
          {dates.time(at)}
        </time>
        {state === 'scheduled' ? (
          <>
            <StateIcon state={state} />
            <span className="sr-only">{t('statuses.scheduled')}</span>
          </>
        ) : (
          <PostState
            state={state}
            className={isUnderWay ? undefined : 'max-sm:order-1 max-sm:mb-1 max-sm:basis-full'}
          />
        )}
        <PartCount post={post} />
        <div className="min-w-0 max-md:order-1 max-md:basis-full md:ms-1 md:flex md:flex-1 md:basis-24 md:items-baseline md:gap-x-3">
          <p
            dir={textDirection(post.content)}
            className="line-clamp-2 min-w-0 text-14 break-words md:line-clamp-1 md:flex-1 md:break-all"
          >
            {post.content}
          </p>
          {accountName && (
            <p className="text-13 text-ink-soft md:max-w-2/5 md:truncate">
              <bdi>{accountName}</bdi>
            </p>
          )}
        </div>
        {/* With a hover-capable pointer, other rows hide the buttons, and the text takes their space. */}
        <span className="ms-auto flex items-center transition-opacity duration-(--fast) [@media(hover)]:md:[li:not(:hover,:focus-within)>div>&]:absolute [@media(hover)]:md:[li:not(:hover,:focus-within)>div>&]:inset-y-0 [@media(hover)]:md:[li:not(:hover,:focus-within)>div>&]:end-0 [@media(hover)]:md:[li:not(:hover,:focus-within)>div>&]:opacity-0">
          <CommentsLink post={post} />
          <PostIconButton kind={isUnderWay || !mayChangePost(post) ? 'timeline' : 'edit'} post={post} onOpen={onOpen} />
          {post.wish === null && (
            <>
              {!isUnderWay && <PostIconButton kind="move" post={post} onOpen={onOpen} />}
              <PostIconButton kind="remove" post={post} onOpen={onOpen} />
            </>
          )}
        </span>
      </div>
      {post.failure && (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 text-13">
          <p className="min-w-0 flex-1 basis-52 text-ink-soft">
            {messageText(messageOfFailure(post.failure, post.platform))}
          </p>
          <Button variant="quiet" size="sm" className="max-sm:-ms-3" onClick={() => onOpen({ kind: 'timeline', post })}>
            {t('timeline.open')}
          </Button>
        </div>
      )}
      {children}
    </li>
  )
}

function NothingPlanned({ isSending }: { isSending: boolean }) {
  const t = useTranslations('dashboard.coming')
  return (
    <div className="flex flex-col items-center border-b border-line px-4 py-10 text-center">
      <Frog expression={isSending ? 'thinking' : 'sleeping'} size="lg" />
      <h3 className="title mt-4 text-20">{t(isSending ? 'emptyElse' : 'empty')}</h3>
      <p className="mt-1 max-w-88 text-14 text-ink-soft">{t('emptyText')}</p>
      {mayAs('writer') && (
        <Link href="/create" className={buttonClass({ variant: 'outline' }, 'mt-5')}>
          {t('emptyAction')}
        </Link>
      )}
    </div>
  )
}

function UpcomingSkeleton() {
  return (
    <div className="grid grid-cols-[60px_1fr] gap-x-2 border-b border-line py-3 md:grid-cols-[72px_1fr] md:gap-x-3">
      <Skeleton className="mt-2 size-7" />
      <div className="space-y-2">
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </div>
    </div>
  )
}
