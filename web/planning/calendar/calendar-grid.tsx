import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { CalendarPost } from '#core/posts/contract.ts'
import { textDirection } from '#core/posts/published-text.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { useIsWide } from '../../lib/is-wide.ts'
import { isolate } from '../../lib/isolate.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { DayCount } from './day-count.tsx'
import type { Grid, MoveControls } from './grid.ts'
import { isRisky, useDayLabel } from './use-day-label.ts'
import { WeekGrid } from './week-grid.tsx'

const MAX_BADGES = 5

/** A week or month of days. Memoized, so that it renders only when its props change. */
export const CalendarGrid = memo(function CalendarGrid(grid: Grid) {
  return grid.view === 'month' ? <MonthGrid {...grid} /> : <WeekGrid {...grid} />
})

function MonthGrid(grid: Grid) {
  const { days, month, today, byDate, names, withHijri, opened, moveControls, isMovable, onOpen } = grid
  const { time } = useDates()
  const labelOf = useDayLabel(grid)
  // On a phone, a cell shows only counts. It does not even render the rest, because a month has 42 cells and must
  // appear at once.
  const isWide = useIsWide()
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <table className="w-full table-fixed border-collapse">
      <thead>
        <tr className="border-b border-line">
          {days.slice(0, 7).map((date) => (
            <th key={date} scope="col" className="pb-2 text-13 font-text text-ink-soft md:ps-2 md:text-start">
              <abbr title={names.longWeekday(date)} className="no-underline">
                {names.weekday(date)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {/* The keys are positions, so that React updates the cells for another month instead of mounting new ones. */}
        {weeks.map((week, row) => (
          <tr key={row} className="border-b border-line">
            {week.map((date, column) => {
              const day = byDate.get(date)
              const isOutside = !date.startsWith(month)
              const first = day?.posts.find(({ status }) => status !== 'published') ?? day?.posts[0]
              const networks = [...new Set(day?.posts.map(({ platform }) => platform))]
              return (
                <td
                  key={column}
                  className={classNames(
                    'relative p-0 align-top md:h-30 md:border-s md:border-line md:first:border-s-0',
                    withHijri ? 'h-20' : 'h-16',
                    date === today && 'bg-pond-wash',
                  )}
                >
                  <button
                    type="button"
                    data-day={date}
                    aria-current={date === today ? 'date' : undefined}
                    onClick={() => onOpen(date)}
                    className={classNames(
                      'absolute inset-0 flex flex-col items-center overflow-hidden [contain:strict] pt-1.5 text-start hover:bg-sunk md:items-stretch md:px-2 md:pt-2',
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
                          isOutside ? 'text-ink-soft' : 'font-strong',
                          date === today && 'text-pond',
                        )}
                      >
                        {names.number(date)}
                      </span>
                      {withHijri && (
                        <span className="text-13 text-ink-soft tabular-nums max-md:-mt-1">
                          {names.hijriNumber(date)}
                        </span>
                      )}
                      {isWide && <DayCount day={day} isAtRisk={isRisky(day, grid.atRisk)} className="ms-auto" />}
                    </span>
                    {!isWide && <DayCount day={day} isAtRisk={isRisky(day, grid.atRisk)} />}
                    {isWide && first && (
                      <>
                        {!moveControls && (
                          <span aria-hidden="true" className="mt-1.5 flex h-4 gap-1">
                            {networks.slice(0, MAX_BADGES).map((platform) => (
                              <PlatformBadge key={platform} platform={platform} size={16} />
                            ))}
                          </span>
                        )}
                        <span
                          aria-hidden="true"
                          className={classNames(
                            'text-13 leading-4.5 font-strong tabular-nums',
                            moveControls ? 'mt-6.5' : 'mt-1',
                          )}
                        >
                          {time(new Date(first.at))}
                        </span>
                        {/* The post's own direction, so that the ellipsis is at the end of its text. */}
                        <span
                          aria-hidden="true"
                          dir={textDirection(first.opening)}
                          className="line-clamp-2 text-13 leading-4.5 break-words text-ink-soft"
                        >
                          {first.opening}
                        </span>
                      </>
                    )}
                  </button>
                  {moveControls && isWide && day && (
                    <Grips
                      posts={day.posts}
                      Grip={isMovable ? moveControls.PostGrip : undefined}
                      onOpen={() => onOpen(date)}
                    />
                  )}
                  {moveControls && isMovable && <moveControls.DropArea date={date} />}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How many touch targets fit side by side in a cell. A number shows how many more there are. */
const MAX_GRIPS = 3

type GripsProps = { posts: readonly CalendarPost[]; Grip: MoveControls['PostGrip'] | undefined; onOpen: () => void }

function Grips({ posts, Grip, onOpen }: GripsProps) {
  const t = useTranslations('calendar')
  const { time } = useDates()
  const place = 'inline-flex size-6 items-center justify-center'
  return (
    <span className="pointer-events-none absolute inset-x-1 top-8.5 flex">
      {posts.slice(0, MAX_GRIPS).map((post) =>
        Grip ? (
          <Grip
            key={post.id}
            post={post}
            aria-label={t('postAt', {
              platform: isolate(rulesOf(post.platform).name),
              time: time(new Date(post.at)),
              opening: isolate(post.opening.slice(0, 60)),
            })}
            onClick={onOpen}
            className={classNames(place, 'pointer-events-auto rounded-control hover:bg-line')}
          >
            <PlatformBadge platform={post.platform} size={16} />
          </Grip>
        ) : (
          <PlatformBadge key={post.id} platform={post.platform} size={16} className="m-1" />
        ),
      )}
      {posts.length > MAX_GRIPS && (
        <span aria-hidden="true" className="flex h-6 items-center text-13 text-ink-soft tabular-nums">
          {t('others', { count: posts.length - MAX_GRIPS })}
        </span>
      )}
    </span>
  )
}
