import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { isEditable } from '#core/posts/lifecycle.ts'
import type { FreeTime } from '#core/posts/lists-contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { CommentsLink } from '../../posts/comments-link.tsx'
import { useDates } from '../../lib/dates.ts'
import { useNow } from '../../lib/use-now.ts'
import { PartCount } from '../../posts/part-count.tsx'
import type { OpenDialog } from '../../posts/post-dialogs.tsx'
import { mayChangePost } from '../../posts/may-change-post.ts'
import { PostMenu } from '../../posts/post-menu.tsx'
import { PostState } from '../../posts/post-state.tsx'
import { riskKey } from '../../posts/risk-badge.tsx'
import { stateOf } from '../../posts/state-look.ts'
import { TagMarks } from '../../posts/tags/tag-marks.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FreeTimeCard } from './free-time-card.tsx'
import type { DayNames } from '#core/posts/day-names.ts'
import { useDayPosts } from './use-day-posts.ts'
import { isUnfiltered, type CalendarFilter } from './use-days.ts'
import type { usePlanDialogs } from './use-plan-dialogs.tsx'

const SHOWN = 10

interface DayListProps {
  date: string
  isToday: boolean
  filter: CalendarFilter
  free: readonly FreeTime[]
  names: DayNames
  accounts: readonly SocialAccount[] | undefined
  /** Why the month failed to load, with a function that retries. Null if it loaded. */
  failure: { error: unknown; retry: () => void } | null
  /** Whether to say that the day is empty. False if the whole month is, because a text below then says so. */
  saysEmpty: boolean
  moreOf: ReturnType<typeof usePlanDialogs>['itemsOf']
  onOpen: () => void
  onOpenPost: (open: OpenDialog) => void
}

/** The heading of the day's posts. The build prerenders it for today. */
export function DayHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3 border-b border-line pb-3">
      {/* As high as the button next to it, so that the heading does not move when the button appears. */}
      <h2 id="chosen-day" className="flex min-h-7 items-center text-16 font-strong">
        {title}
      </h2>
      {children}
    </div>
  )
}

/**
 * On a phone, lists the posts of the chosen day below the month. The page has the dialogs of the posts, because this
 * list disappears when the user turns the phone.
 */
export function DayList({
  date,
  isToday,
  filter,
  free,
  names,
  accounts,
  failure,
  saysEmpty,
  moreOf,
  onOpen,
  onOpenPost,
}: DayListProps) {
  const t = useTranslations('calendar')
  const app = useTranslations('app')
  const dates = useDates()
  const now = useNow()
  const { read, posts } = useDayPosts(date, filter)
  const coming = free.filter(({ at }) => new Date(at) > now)
  const failed = failure ?? (read.error && !read.data ? { error: read.error, retry: () => void read.refetch() } : null)
  const isPending = read.isPending && !failed
  return (
    <section aria-labelledby="chosen-day" className="pt-4">
      <DayHeading title={isToday ? t('todayIs', { day: names.dayMonth(date) }) : names.full(date)}>
        {isPending ? (
          <span className="delayed text-13 text-ink-soft">{app('loading')}</span>
        ) : (
          !failed && (
            <Button size="sm" variant="quiet" className="-my-2 -me-3 text-pond!" onClick={onOpen}>
              {t('openDay')}
            </Button>
          )
        )}
      </DayHeading>
      {failed && (
        <div className="pt-3">
          <LoadFailed error={failed.error} onRetry={failed.retry}>
            <p className="font-strong">{t('notLoaded')}</p>
          </LoadFailed>
        </div>
      )}
      {isPending && <DayListSkeleton />}
      {!failed && read.data && posts.length + coming.length === 0 && saysEmpty && (
        <p className="py-4 text-14 text-ink-soft">{t(isUnfiltered(filter) ? 'empty' : 'noMatches')}</p>
      )}
      {!failed && (
        <ol>
          {posts.slice(0, SHOWN).map(({ post, at }) => {
            const canChange = isEditable(post.status) && post.wish === null && mayChangePost(post)
            return (
              <li key={post.id} className="flex items-center gap-3 border-b border-line py-2.5">
                <PlatformBadge platform={post.platform} size={24} />
                <span className="sr-only">{rulesOf(post.platform).name}</span>
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-1.5">
                    <time dateTime={at.toISOString()} className="text-14 font-strong tabular-nums">
                      {dates.time(at)}
                    </time>
                    <PostState state={stateOf(post, riskKey(post, accounts) !== null)} />
                    <PartCount post={post} />
                  </p>
                  <p dir={textDirection(post.content)} className="truncate text-14">
                    {post.content}
                  </p>
                  <TagMarks tagIds={post.tagIds} />
                </div>
                <CommentsLink post={post} />
                <PostMenu
                  post={post}
                  actions={[
                    ...(canChange ? (['edit', 'move'] as const) : (['timeline'] as const)),
                    ...(post.wish === null ? (['remove'] as const) : []),
                  ]}
                  more={moreOf(post)}
                  onOpen={onOpenPost}
                />
              </li>
            )
          })}
        </ol>
      )}
      {posts.length > SHOWN && (
        <Button className="mt-3 w-full" onClick={onOpen}>
          {t('more', { count: posts.length - SHOWN })}
        </Button>
      )}
      {!failed && coming.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2">
          {coming.map((time) => (
            <li key={time.at}>
              <FreeTimeCard free={time} date={date} dayName={names.full(date)} className="min-h-12" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function DayListSkeleton() {
  return (
    <div aria-hidden="true" className="delayed">
      {[0, 1].map((row) => (
        <div key={row} className="flex items-center gap-3 border-b border-line py-3">
          <Skeleton className="size-6 rounded-[6px]!" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
