import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { CalendarPost } from '#core/posts/lists-contract.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { addressAt } from '../../lib/base-path.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { useIsLive } from '../../lib/live-posts.ts'
import { useNow } from '../../lib/use-now.ts'
import { StateIcon } from '../../posts/post-state.tsx'
import { STATE_LOOK, stateOf } from '../../posts/state-look.ts'
import { Frog } from '../../ui/frog.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TONES } from '../../ui/tones.ts'
import type { Grid } from './grid.ts'
import { DropArea, PostGrip } from './movable-calendar.tsx'
import { isAtRisk, useDayLabel } from './use-day-label.ts'
import { DayCount } from './day-count.tsx'
import { FreeTimeCard } from './free-time-card.tsx'
import { countOf } from './use-days.ts'

/** Seven days side by side, or below each other on a phone, with posts and free weekly times in order. */
export function WeekGrid(grid: Grid) {
  const { days, today, byDate, names, withHijri, opened, accounts, isMovable = true, onOpen } = grid
  const t = useTranslations('calendar')
  const labelOf = useDayLabel(grid)
  const now = useNow()
  const isEmpty = (date: string) => countOf(byDate.get(date)) === 0
  const restDay = grid.isRead && !grid.isFiltered ? days.find((date) => date >= today && isEmpty(date)) : undefined
  return (
    <ol className="border-y border-line md:grid md:grid-cols-7">
      {days.map((date) => {
        const day = byDate.get(date)
        const posts = (day?.posts ?? []).slice(0, grid.maxPosts)
        const rest = countOf(day) - posts.length
        const free = (day?.free ?? []).filter(({ at }) => new Date(at) > now)
        const entries = [
          ...posts.map((post) => ({ at: post.at, post })),
          ...free.map((time) => ({ at: time.at, time })),
        ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
        // On a phone, hides past days without posts.
        const isSkipped = grid.isRead && entries.length === 0 && date < today && days.includes(today)
        return (
          <li
            key={date}
            className={classNames(
              'relative grid grid-cols-[56px_minmax(0,1fr)] gap-x-2 py-3 max-md:border-b max-md:border-line max-md:last:border-b-0 md:flex md:min-h-[var(--week,17.5rem)] md:flex-col md:gap-2 md:border-s md:border-line md:px-[7px] md:pt-2 md:pb-5 md:first:border-s-0',
              date === today && 'bg-pond-wash max-md:-mx-4 max-md:px-4',
              date === opened && 'inset-ring-2 inset-ring-pond',
              grid.isRead && entries.length === 0 && 'max-md:items-center max-md:py-0.5',
              isSkipped && 'max-md:hidden',
            )}
          >
            <button
              type="button"
              data-day={date}
              aria-current={date === today ? 'date' : undefined}
              onClick={() => onOpen(date)}
              className="flex min-h-11 self-start rounded-control px-0.5 text-start max-md:flex-col hover:bg-sunk md:min-h-9 md:items-center md:gap-2 md:self-stretch"
            >
              <span className="sr-only">{labelOf(date, day)}</span>
              <span aria-hidden="true" className="text-20 font-title tabular-nums">
                {names.number(date)}
              </span>
              <span
                aria-hidden="true"
                className={classNames('text-13', date === today ? 'font-strong' : 'text-ink-soft')}
              >
                {date === today ? t('today') : names.weekday(date)}
                {withHijri && (
                  <span className="ms-1.5 font-text text-ink-soft tabular-nums">{names.hijriNumber(date)}</span>
                )}
              </span>
              <DayCount day={day} accounts={accounts} className="ms-auto max-md:hidden" />
            </button>
            <ol className="flex min-w-0 flex-col gap-2">
              {grid.isPending && <WeekSkeleton />}
              {entries.map((entry) =>
                'post' in entry ? (
                  <li key={entry.post.id}>
                    <PostCard
                      post={entry.post}
                      isAtRisk={isAtRisk(entry.post, accounts)}
                      isMovable={isMovable}
                      onOpen={() => onOpen(date)}
                    />
                  </li>
                ) : (
                  <li key={entry.at}>
                    <FreeTimeCard
                      free={entry.time}
                      date={date}
                      dayName={names.full(date)}
                      isMovable={isMovable}
                      className="min-h-12 bg-paper md:min-h-16"
                    />
                  </li>
                ),
              )}
              {rest > 0 && (
                <li>
                  <button
                    type="button"
                    onClick={() => onOpen(date)}
                    className="min-h-11 w-full rounded-control px-2 text-start text-13 text-ink-soft hover:bg-sunk hover:text-ink lg:min-h-8"
                  >
                    {t('more', { count: rest })} <span className="sr-only">{names.full(date)}</span>
                  </button>
                </li>
              )}
              {grid.isRead && entries.length === 0 && (
                <li className="py-2.5 text-13 text-ink-soft md:hidden">
                  {t(grid.isFiltered ? 'noMatches' : 'nothing')}
                </li>
              )}
            </ol>
            {isMovable && <DropArea date={date} />}
            {date === restDay && <Frog expression="sleeping" className="mt-3 self-center max-md:hidden" />}
          </li>
        )
      })}
    </ol>
  )
}

function WeekSkeleton() {
  return (
    <li className="delayed">
      <Skeleton className="h-16 rounded-card!" />
    </li>
  )
}

const BACKGROUNDS: Partial<Record<CalendarPost['status'], string>> = {
  failed: 'border-coral bg-coral-wash',
  missed: 'border-coral bg-coral-wash',
  unconfirmed: 'border-lily bg-lily-wash',
  in_review: 'border-lily bg-lily-wash',
  published: 'border-line bg-paper text-ink-soft',
}

interface PostCardProps {
  post: CalendarPost
  isAtRisk: boolean
  isMovable: boolean
  onOpen: () => void
}

function PostCard({ post, isAtRisk, isMovable, onOpen }: PostCardProps) {
  const Grip = isMovable ? PostGrip : PlainButton
  const t = useTranslations('calendar')
  const states = useTranslations('posts.statuses')
  const { time } = useDates()
  const isLive = useIsLive(post.id)
  const state = stateOf({ status: post.status, failure: post.isDelayed || null }, isAtRisk)
  const isTrouble =
    post.status === 'failed' || post.status === 'missed' || post.status === 'unconfirmed' || state === 'atRisk'
  return (
    <Grip
      post={post}
      onClick={onOpen}
      className={classNames(
        'flex w-full flex-col gap-1 rounded-card border px-2.5 py-2 text-start hover:border-ink-soft',
        isLive
          ? 'border-pond bg-surface inset-ring-1 inset-ring-pond'
          : (BACKGROUNDS[post.status] ?? 'border-line bg-surface'),
      )}
    >
      <span className="flex w-full items-center gap-1.5">
        <PlatformBadge platform={post.platform} size={18} />
        <span className="sr-only">{rulesOf(post.platform).name}</span>
        <time dateTime={post.at} className="text-14 font-strong tabular-nums">
          {time(new Date(post.at))}
        </time>
        <span className="ms-auto inline-flex items-center gap-1 text-13 font-strong text-pond">
          <StateIcon state={state} />
          {isLive && <span aria-hidden="true">{t('live')}</span>}
        </span>
        {!isTrouble && <span className="sr-only">{states(state)}</span>}
      </span>
      {isTrouble && (
        <span className={classNames('text-13 font-strong', TONES[STATE_LOOK[state].tone].text)}>{states(state)}</span>
      )}
      {post.picture && (
        <img
          src={addressAt(`/media/${post.picture}/preview`)}
          alt=""
          loading="lazy"
          draggable={false}
          className="my-0.5 h-30 w-full rounded-[5px] bg-sunk object-cover md:h-14"
        />
      )}
      <span
        dir={textDirection(post.opening)}
        className={classNames(
          'w-full text-start text-14 leading-4.5 break-words',
          post.picture ? 'line-clamp-2' : 'line-clamp-3',
        )}
      >
        {post.opening}
      </span>
    </Grip>
  )
}

function PlainButton({ post: _post, ...rest }: ComponentProps<'button'> & { post: CalendarPost }) {
  return <button type="button" {...rest} />
}
