import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { weekdayOf } from '#core/time-zone.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { CalendarPost } from '#core/posts/lists-contract.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { useIsWide } from '../../lib/is-wide.ts'
import { isolate } from '../../lib/isolate.ts'
import { Frog } from '../../ui/frog.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { DayCount } from './day-count.tsx'
import { FreeTimeCard } from './free-time-card.tsx'
import type { Grid } from './grid.ts'
import { DropArea, PostGrip } from './movable-calendar.tsx'
import { useDayLabel } from './use-day-label.ts'
import { countOf, type CalendarDay } from './use-days.ts'

interface WeeksProps {
  grid: Grid
  days: readonly string[]
  weekend: readonly number[]
  freeOn?: (date: string) => NonNullable<CalendarDay['free']>[number] | undefined
  restDay?: string | undefined
}

export function Weeks({ grid, days, weekend, freeOn = () => undefined, restDay }: WeeksProps) {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  // Keys are row and column numbers, so that React updates the cells for another month instead of mounting new ones.
  return weeks.map((week, row) => (
    <WeekRow key={row}>
      {week.map((date, column) => (
        <DayCell
          key={column}
          grid={grid}
          date={date}
          isWeekend={weekend.includes(weekdayOf(date))}
          free={freeOn(date)}
          isRestDay={date === restDay}
        />
      ))}
    </WeekRow>
  ))
}

export const WeekRow = ({ children }: { children: ReactNode }) => <tr className="border-b border-line">{children}</tr>

interface DayCellProps {
  grid: Grid
  date: string
  isWeekend: boolean
  free: NonNullable<CalendarDay['free']>[number] | undefined
  isRestDay: boolean
}

export function DayCell({ grid, date, isWeekend, free, isRestDay }: DayCellProps) {
  const { today, byDate, names, withHijri, opened, months, isMovable = true, isRead, isPending, onOpen } = grid
  const t = useTranslations('calendar')
  const labelOf = useDayLabel(grid)
  // On a phone, a cell renders only the number of posts, because a month has 42 cells and must appear immediately.
  const isWide = useIsWide()
  const day = byDate.get(date)
  const isOutside = months.length > 0 && !months.some((month) => date.startsWith(month))
  // After a failed load, the discs stay, because the days may have posts. The prerendered weeks have none.
  const isUnknown = isPending !== undefined && !isRead
  const count = isUnknown ? (
    <span aria-hidden="true" className="delayed block md:ms-auto">
      <span className={classNames('block size-6 rounded-pill bg-line', isPending && 'breathes')} />
    </span>
  ) : (
    <DayCount day={day} accounts={grid.accounts} className="md:ms-auto" />
  )
  return (
    <td
      className={classNames(
        'relative p-0 align-top md:h-[119px] md:border-s md:border-line md:first:border-s-0',
        withHijri ? 'h-20' : 'h-15.5',
        date === today ? 'bg-pond-wash' : isWeekend && 'bg-sunk/55',
      )}
    >
      <button
        type="button"
        data-day={date}
        aria-current={date === today ? 'date' : undefined}
        aria-pressed={isWide ? undefined : date === opened}
        onClick={() => onOpen(date)}
        className={classNames(
          'absolute inset-0 flex flex-col items-center overflow-hidden [contain:strict] pt-1 text-start hover:bg-sunk md:items-stretch md:px-2 md:pt-2',
          date === opened && 'inset-ring-2 inset-ring-pond',
        )}
      >
        <span className="sr-only">{labelOf(date, day)}</span>
        <span
          aria-hidden="true"
          className={classNames('flex min-h-6 items-center md:gap-2', withHijri && 'max-md:flex-col')}
        >
          <span
            className={classNames(
              'text-16 tabular-nums',
              isOutside ? 'text-ink-soft' : 'font-title',
              date === today && 'text-pond',
            )}
          >
            {names.number(date)}
          </span>
          {date === today && <span className="text-13 font-strong text-pond max-md:hidden">{t('today')}</span>}
          {withHijri && (
            <span className="text-13 text-ink-soft tabular-nums max-md:-mt-1">{names.hijriNumber(date)}</span>
          )}
          {isWide && count}
        </span>
        {!isWide && count}
      </button>
      {isWide && day && day.posts.length > 0 && (
        <CellPosts day={day} isMovable={isMovable} onOpen={() => onOpen(date)} />
      )}
      {isWide && free && (
        <FreeTimeCard
          free={free}
          date={date}
          dayName={names.full(date)}
          isMovable={isMovable}
          className="absolute! inset-x-2 top-9.5 h-8.5 gap-1.5! px-1.5! text-13!"
        />
      )}
      {isWide && isRestDay && (
        <Frog expression="sleeping" className="pointer-events-none absolute inset-x-0 bottom-5 mx-auto" />
      )}
      {isMovable && <DropArea date={date} />}
    </td>
  )
}

/** A cell shows the first words of at most `LINES` posts, and at most `BADGES` more posts as network badges. */
const LINES = 2
const BADGES = 4

/** The beginning of a post, for both the visible text and the label. Speech control needs the same text in both. */
const openingOf = ({ opening }: CalendarPost): string => opening.slice(0, 60)

type CellPostsProps = { day: CalendarDay; isMovable: boolean; onOpen: () => void }

function CellPosts({ day, isMovable, onOpen }: CellPostsProps) {
  const t = useTranslations('calendar')
  const { time } = useDates()
  const name = (post: CalendarPost) =>
    t('postAt', {
      platform: isolate(rulesOf(post.platform).name),
      time: time(new Date(post.at)),
      opening: isolate(openingOf(post)),
    })
  const others = day.posts.slice(LINES)
  const hidden = countOf(day) - LINES - Math.min(others.length, BADGES)
  const grip = (post: CalendarPost, isLine: boolean) => {
    const content = (
      <>
        <PlatformBadge platform={post.platform} size={16} />
        {isLine && (
          <span
            aria-hidden="true"
            dir={textDirection(post.opening)}
            className={classNames(
              'min-w-0 flex-1 truncate text-start text-13 leading-6',
              post.status === 'published' && 'text-ink-soft',
            )}
          >
            {openingOf(post)}
          </span>
        )}
      </>
    )
    const className = classNames(
      'flex h-6 min-w-0 items-center gap-1.5 rounded-[4px] px-1',
      isLine ? 'w-full' : 'w-6 justify-center',
    )
    if (!isMovable) return <span className={className}>{content}</span>
    return (
      <PostGrip
        post={post}
        hasRoom={isLine}
        aria-label={name(post)}
        onClick={onOpen}
        className={classNames(className, 'pointer-events-auto hover:bg-line')}
      >
        {content}
      </PostGrip>
    )
  }
  return (
    <div className="pointer-events-none absolute inset-x-1 top-9">
      {day.posts.slice(0, LINES).map((post) => (
        <div key={post.id}>{grip(post, true)}</div>
      ))}
      {others.length > 0 && (
        <div className="flex">
          {others.slice(0, BADGES).map((post) => (
            <span key={post.id}>{grip(post, false)}</span>
          ))}
          {hidden > 0 && (
            <span aria-hidden="true" className="flex h-6 items-center text-13 text-ink-soft tabular-nums">
              {t('others', { count: hidden })}
            </span>
          )}
        </div>
      )}
    </div>
  )
}
