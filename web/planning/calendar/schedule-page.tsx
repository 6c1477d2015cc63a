import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { addressOf } from '#core/address-of.ts'
import { CALENDAR_VIEWS } from '#core/posts/calendar.ts'
import type { CalendarCell } from '#core/posts/moved-time.ts'
import { weekStart } from '#core/posts/week-start.ts'
import { ChevronLeft, ChevronRight, Plus } from '../../ui/icons.ts'
import type { Idea } from '../../writing/drafts/ideas.ts'
import { ScheduleDraft } from '../../writing/drafts/lazy-schedule-draft.tsx'
import { addressAt } from '../../lib/base-path.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { useDates } from '../../lib/dates.ts'
import { useIsWide } from '../../lib/is-wide.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { lazyModule } from '../../lib/lazy-module.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { reading } from '../../lib/queries.ts'
import { mayAddPosts, mayAs } from '../../lib/role.ts'
import { useUser } from '../../lib/session.ts'
import { TroubleStrip, useTrouble } from '../../posts/trouble-strip.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCalendarFilter } from './calendar-filter.tsx'
import { CalendarPager } from './calendar-pager.tsx'
import { DayList } from './day-list.tsx'
import { CountLegend } from './day-count.tsx'
import { ResultsOnOtherDays, useResultsOnOtherDays } from './results-on-other-days.tsx'
import { DraftGrip, MovableCalendar, MOVE_CONTROLS } from './movable-calendar.tsx'
import { useCalendar, usePositionInAddress } from './use-calendar.ts'
import { useDayDialogs } from './use-day-dialogs.tsx'
import { useDayNames } from './use-day-names.ts'
import { NO_FILTER, countOf, isUnfiltered } from './use-days.ts'

const EvergreenDialog = lazyDialog(() => import('../evergreen-dialog.tsx'), [], 'lg')
const useDraftList = lazyModule(() => import('../../writing/drafts/draft-list.tsx'))

export default function SchedulePage() {
  const t = useTranslations('calendar')
  const planning = useTranslations('planning')
  const [showsEvergreen, setShowsEvergreen] = useState(false)
  const now = useNow()
  const { user } = useUser()
  const { timeZone } = useDates()
  const [filter, setFilter] = useState(NO_FILTER)
  const withHijri = user?.hijriDates ?? false
  const names = useDayNames()
  // A deferred filter keeps typing responsive while results render.
  const deferredFilter = useDeferredValue(filter)
  const { today, view, setView, date, setDate, step, days, months, byDate, error, isPending, retry } = useCalendar(
    usePositionInAddress('month'),
    deferredFilter,
  )
  const { opened, open, add, dialogs } = useDayDialogs(today, filter, byDate)
  const [chosen, choose] = useState<string | null>(null)
  const accounts = useQuery(reading('GET /api/social-accounts')).data
  const weekFrom = weekStart(now, timeZone, navigator.language, user?.weekStartsOn).toISOString()
  const summary = useQuery(reading('GET /api/posts/summary', { query: { weekFrom } })).data
  const trouble = useTrouble(summary)
  const hasDrafts = (summary?.byStatus.draft ?? 0) > 0
  const drafts = useDraftList(hasDrafts, () => {})
  const [droppedDraft, setDroppedDraft] = useState<{ idea: Idea; cell: CalendarCell } | null>(null)
  const isWide = useIsWide()
  usePageTitle(t('title'))
  const total = [...byDate.values()].reduce((sum, day) => sum + countOf(day), 0)
  // On a phone, a press on a day lists its posts below the month.
  const chosenDay = chosen !== null && days.includes(chosen) ? chosen : date
  const dayForNew = !isWide && view === 'month' ? chosenDay : date
  const [first = date, last = date] = [days[0], days.at(-1)]
  const found = useResultsOnOtherDays(deferredFilter, days)
  const searchText = deferredFilter.q.trim()

  /** Shows the day of a search result. The list of results disappears, so the focus moves to the day. */
  function goTo(day: string) {
    flushSync(() => setDate(day))
    document.querySelector<HTMLElement>(`[data-day="${day}"]:not([aria-hidden] *)`)?.focus()
  }

  const isFiltered = !isUnfiltered(deferredFilter)
  const { button: filterButton, panel: filterPanel } = useCalendarFilter(filter, setFilter)
  const isPhoneMonth = !isWide && view === 'month'
  const note = (
    <CalendarNote
      count={isFiltered && !isPending && !error ? total : null}
      hijri={withHijri ? names.hijriRange(first, last) : null}
    />
  )
  const notLoaded = error && (
    <LoadFailed error={error} onRetry={retry}>
      <p className="font-strong">{t('notLoaded')}</p>
    </LoadFailed>
  )

  return (
    <div className="column pt-5 pb-12">
      <div className="mb-4 empty:hidden [&>section]:mt-0">
        <TroubleStrip trouble={trouble} accounts={accounts} />
      </div>
      <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-2 md:gap-x-3">
        <div className="me-auto flex min-w-0 flex-wrap items-baseline gap-x-3 max-md:flex-[1_1_5rem]">
          <h1 className="title text-20 md:text-28 max-md:rtl:text-16">
            {months.length > 0
              ? names.months(`${months[0]}-01`, `${months.at(-1)}-01`, isWide ? 'long' : 'short')
              : names.range(first, last, isWide ? 'long' : 'short')}
          </h1>
          {isWide && note}
        </div>
        <div className="flex items-center">
          <IconButton label={t(`previous.${view}`)} onClick={() => step(-1)}>
            <ChevronLeft size={20} strokeWidth={1.75} className="points" />
          </IconButton>
          {!days.includes(today) && (
            <Button size="sm" onClick={() => setDate(today)}>
              {t('today')}
            </Button>
          )}
          <IconButton label={t(`next.${view}`)} onClick={() => step(1)}>
            <ChevronRight size={20} strokeWidth={1.75} className="points" />
          </IconButton>
        </div>
        {filterButton}
        <div className="max-md:order-1 max-md:w-full">
          <Segmented
            label={t('view')}
            isLabelHidden
            value={view}
            options={CALENDAR_VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
            onChange={setView}
          />
        </div>
        {mayAddPosts() && (
          <Button variant="primary" className="max-sm:px-3" onClick={() => add(dayForNew < today ? today : dayForNew)}>
            <Plus size={18} strokeWidth={1.75} className="shrink-0" />
            <span className="max-sm:sr-only">{t('add')}</span>
          </Button>
        )}
      </div>
      {filterPanel}
      {!isWide && <div className="-mt-2 mb-3">{note}</div>}
      {isFiltered && !isPending && !error && total === 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-3 text-14 text-ink-soft">
          <span className="min-w-0 break-words">
            {found.count > 0
              ? t('noneInView')
              : searchText === ''
                ? t('noneFiltered')
                : t('noneFound', { words: isolate(searchText) })}
          </span>
          <Button size="sm" onClick={() => setFilter(NO_FILTER)}>
            {t(searchText ? 'showAll' : 'clearFilter')}
          </Button>
        </p>
      )}
      <ResultsOnOtherDays key={deferredFilter.q} found={found} onGo={goTo} />
      {notLoaded && !isPhoneMonth && <div className="mb-4">{notLoaded}</div>}
      <MovableCalendar
        view={view}
        days={days}
        today={today}
        hasHours={isWide && view === 'week'}
        onDraft={(idea, cell) => setDroppedDraft({ idea, cell })}
      >
        <div className="min-w-0">
          <CalendarPager
            view={view}
            date={date}
            filter={deferredFilter}
            isReady={!isPending && !error}
            today={today}
            names={names}
            withHijri={withHijri}
            opened={isPhoneMonth ? chosenDay : opened}
            shownDay={date}
            moveControls={MOVE_CONTROLS}
            onOpen={isPhoneMonth ? choose : open}
          />
          <CountLegend days={byDate.values()} />
          {isPhoneMonth && (
            <DayList
              key={chosenDay}
              date={chosenDay}
              isToday={chosenDay === today}
              filter={deferredFilter}
              free={byDate.get(chosenDay)?.free ?? []}
              names={names}
              failure={error && { error, retry }}
              onOpen={() => open(chosenDay)}
            />
          )}
          {!isFiltered && !isPending && !error && total === 0 && <EmptyCalendar />}
        </div>
        {hasDrafts && (
          <div className="mt-8 min-w-0">
            {drafts ? <drafts.DraftList Grip={DraftGrip} /> : <Skeleton className="h-24" />}
          </div>
        )}
      </MovableCalendar>
      {((summary?.byStatus.scheduled ?? 0) > 0 || (summary?.byStatus.published ?? 0) > 0) && (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
          {mayAs('editor') && (
            <Button
              size="sm"
              variant="quiet"
              className="-ms-3"
              aria-haspopup="dialog"
              onClick={() => setShowsEvergreen(true)}
            >
              {planning('evergreen.title')}
            </Button>
          )}
          {(summary?.byStatus.scheduled ?? 0) > 0 && <ExportLinks timeZone={timeZone} />}
        </div>
      )}
      {showsEvergreen && <EvergreenDialog onClose={() => setShowsEvergreen(false)} />}
      {droppedDraft && <ScheduleDraft {...droppedDraft} onClose={() => setDroppedDraft(null)} />}
      {dialogs}
    </div>
  )
}

function EmptyCalendar() {
  const t = useTranslations('calendar')
  return (
    <div className="mt-4 flex items-center gap-4">
      <p className="min-w-0 flex-1 text-14 text-ink-soft">{t('nothingInView')}</p>
      {mayAs('writer') && (
        <Link href="/create" className={buttonClass({ size: 'sm' })}>
          {t('write')}
        </Link>
      )}
    </div>
  )
}

function ExportLinks({ timeZone }: { timeZone: string }) {
  const t = useTranslations('planning')
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-13 text-ink-soft">
      {t('export')}
      {(['csv', 'json'] as const).map((format) => (
        <a
          key={format}
          href={addressAt(addressOf('GET /api/posts/scheduled/export', { query: { format, timeZone } }))}
          download
          className="inline-flex min-h-8 items-center underline max-lg:min-h-11"
        >
          {t(`exportAs.${format}`)}
        </a>
      ))}
    </p>
  )
}

/** Shows the time zone, and the number of matching posts while a filter is active. */
function CalendarNote({ count, hijri }: { count: number | null; hijri: string | null }) {
  const t = useTranslations('calendar')
  const zone = useDates().zoneName(useNow())
  const note = hijri === null ? zone : t('summary', { posts: hijri, zone })
  return (
    <output className={classNames('text-13 text-ink-soft', count === null && hijri === null && 'max-md:sr-only')}>
      {count === null ? note : t('summary', { posts: t('matches', { count }), zone: note })}
    </output>
  )
}
