import { memo, type ComponentProps, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import type { CalendarView } from '#core/posts/calendar.ts'
import { worstStatus } from '#core/posts/calendar.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { CalendarPost } from '#core/posts/contract.ts'
import { textDirection } from '#core/posts/published-text.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { useIsWide } from '../../lib/is-wide.ts'
import { isolate } from '../../lib/isolate.ts'
import { StateIcon } from '../../posts/post-state.tsx'
import { STATE_LOOK, stateOf } from '../../posts/state-look.ts'
import { Frog } from '../../ui/frog.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { TONES } from '../../ui/tones.ts'
import { DayCount } from './day-count.tsx'
import type { DayNames } from './use-day-names.ts'
import { countOf, type CalendarDay } from './use-days.ts'

export interface MoveControls {
  PostGrip: ComponentType<ComponentProps<'button'> & { post: CalendarPost }>
  DropArea: ComponentType<{ date: string }>
}

interface Grid {
  view: CalendarView
  days: readonly string[]
  /** The shown month as `2025-12`; days of other months are dimmed. Empty in a week view, where no day is dimmed. */
  month: string
  today: string
  byDate: ReadonlyMap<string, CalendarDay>
  isRead: boolean
  isFiltered?: boolean
  names: DayNames
  withHijri: boolean
  opened: string | null
  restDay?: string | undefined
  atRisk?: ReadonlySet<string>
  moveControls?: MoveControls
  isMovable?: boolean
  onOpen: (date: string) => void
}

const MAX_BADGES = 5

/** A week or month of days. Memoized, so that it renders only when its props change. */
export const CalendarGrid = memo(function CalendarGrid(grid: Grid) {
  return grid.view === 'month' ? <MonthGrid {...grid} /> : <WeekGrid {...grid} />
})

function useDayLabel({ names, isRead }: Grid) {
  const t = useTranslations('calendar')
  const states = useTranslations('posts.statuses')
  return (date: string, day: CalendarDay | undefined) => {
    if (!isRead) return names.full(date)
    const worst = day && worstStatus(day.byStatus)
    const values = { day: names.full(date), count: countOf(day) }
    return worst ? t('dayWorst', { ...values, state: states(worst) }) : t('dayPosts', values)
  }
}

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

function isRisky(day: CalendarDay | undefined, atRisk: ReadonlySet<string> | undefined): boolean {
  const coming = day?.posts.filter(({ status }) => status === 'scheduled') ?? []
  return coming.length > 0 && atRisk !== undefined && coming.every(({ id }) => atRisk.has(id))
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

function WeekGrid(grid: Grid) {
  const { days, today, byDate, names, withHijri, opened, restDay, atRisk, moveControls, onOpen } = grid
  const t = useTranslations('calendar')
  const labelOf = useDayLabel(grid)
  return (
    <ol className="border-y border-line md:grid md:grid-cols-7">
      {days.map((date) => {
        const day = byDate.get(date)
        const rest = countOf(day) - (day?.posts.length ?? 0)
        // On a phone, the current week skips past days without posts.
        const isSkipped = grid.isRead && !day && date < today && days.includes(today)
        return (
          <li
            key={date}
            className={classNames(
              'relative grid grid-cols-[64px_minmax(0,1fr)] gap-x-2 py-2.5 max-md:border-b max-md:border-line max-md:last:border-b-0 md:flex md:min-h-62 md:flex-col md:gap-2 md:border-s md:border-line md:px-1.5 md:first:border-s-0',
              date === today && 'bg-pond-wash max-md:-mx-4 max-md:px-4',
              date === opened && 'inset-ring-2 inset-ring-pond',
              isSkipped && 'max-md:hidden',
            )}
          >
            <button
              type="button"
              data-day={date}
              aria-current={date === today ? 'date' : undefined}
              onClick={() => onOpen(date)}
              className="flex min-h-11 rounded-control px-1 text-start max-md:flex-col hover:bg-sunk md:min-h-9 md:items-center md:gap-2"
            >
              <span className="sr-only">{labelOf(date, day)}</span>
              <span aria-hidden="true" className="text-20 font-title tabular-nums">
                {names.number(date)}
              </span>
              <span aria-hidden="true" className="text-13 text-ink-soft">
                {names.weekday(date)}
                {withHijri && <span className="ms-1.5 tabular-nums">{names.hijriNumber(date)}</span>}
              </span>
              <DayCount day={day} isAtRisk={isRisky(day, grid.atRisk)} className="ms-auto max-md:hidden" />
            </button>
            {day ? (
              <ol className="flex min-w-0 flex-col gap-2">
                {day.posts.map((post) => (
                  <li key={post.id}>
                    <WeekPost
                      post={post}
                      isAtRisk={atRisk?.has(post.id) ?? false}
                      Grip={moveControls?.PostGrip}
                      onOpen={() => onOpen(date)}
                    />
                  </li>
                ))}
                {rest > 0 && <li className="px-1 text-13 text-ink-soft">{t('more', { count: rest })}</li>}
              </ol>
            ) : (
              grid.isRead && (
                <p className="self-center text-13 text-ink-soft md:hidden">
                  {t(grid.isFiltered ? 'noMatches' : 'nothing')}
                </p>
              )
            )}
            {moveControls && <moveControls.DropArea date={date} />}
            {date === restDay && <Frog expression="sleeping" className="mt-auto self-center max-md:hidden" />}
          </li>
        )
      })}
    </ol>
  )
}

const BACKGROUNDS: Partial<Record<CalendarPost['status'], string>> = {
  failed: 'border-coral bg-coral-wash',
  missed: 'border-coral bg-coral-wash',
  unconfirmed: 'border-lily bg-lily-wash',
  published: 'border-line',
}

interface WeekPostProps {
  post: CalendarPost
  isAtRisk: boolean
  Grip: MoveControls['PostGrip'] | undefined
  onOpen: () => void
}

function WeekPost({ post, isAtRisk, Grip = PlainButton, onOpen }: WeekPostProps) {
  const states = useTranslations('posts.statuses')
  const { time } = useDates()
  const state = stateOf({ status: post.status, failure: post.isDelayed || null }, isAtRisk)
  const isTrouble =
    post.status === 'failed' || post.status === 'missed' || post.status === 'unconfirmed' || state === 'atRisk'
  return (
    <Grip
      post={post}
      onClick={onOpen}
      className={classNames(
        'flex w-full flex-col gap-1 rounded-control border px-2.5 py-2 text-start hover:border-ink-soft',
        BACKGROUNDS[post.status] ?? 'border-line bg-surface',
      )}
    >
      <span className="flex w-full items-center gap-1.5">
        <PlatformBadge platform={post.platform} size={16} />
        <span className="sr-only">{rulesOf(post.platform).name}</span>
        <time dateTime={post.at} className="text-13 font-strong tabular-nums">
          {time(new Date(post.at))}
        </time>
        <span className="ms-auto">
          <StateIcon state={state} />
        </span>
        {!isTrouble && <span className="sr-only">{states(state)}</span>}
      </span>
      {isTrouble && (
        <span className={classNames('text-13 font-strong', TONES[STATE_LOOK[state].tone].text)}>{states(state)}</span>
      )}
      <span dir={textDirection(post.opening)} className="line-clamp-3 w-full text-start text-13 break-words">
        {post.opening}
      </span>
    </Grip>
  )
}

function PlainButton({ post: _post, ...rest }: ComponentProps<'button'> & { post: CalendarPost }) {
  return <button type="button" {...rest} />
}
