import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { CALENDAR_VIEWS } from '#core/posts/calendar.ts'
import { POST_STATUSES } from '#core/posts/lifecycle.ts'
import type { CalendarCell } from '#core/posts/moved-time.ts'
import { weekStart } from '#core/posts/week-start.ts'
import { PLATFORMS, rulesOf } from '#core/platforms/platform.ts'
import { ChevronLeft, ChevronRight, ListFilter, Plus } from '../../ui/icons.ts'
import type { Idea } from '../../writing/drafts/ideas.ts'
import { ScheduleDraft } from '../../writing/drafts/schedule-draft.tsx'
import { isolate } from '../../lib/isolate.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { useIsWide } from '../../lib/is-wide.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { reading } from '../../lib/queries.ts'
import { useUser } from '../../lib/session.ts'
import { applySettings } from '../../lib/settings.ts'
import { TroubleStrip, useTrouble } from '../../posts/trouble-strip.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Frog } from '../../ui/frog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CalendarPager } from './calendar-pager.tsx'
import { CountLegend } from './day-count.tsx'
import { ResultsOnOtherDays, useResultsOnOtherDays } from './results-on-other-days.tsx'
import { DraftGrip, MovableCalendar, MOVE_CONTROLS } from './movable-calendar.tsx'
import { useCalendar, usePositionInAddress } from './use-calendar.ts'
import { useDayDialogs } from './use-day-dialogs.tsx'
import { useDayNames } from './use-day-names.ts'
import { WeekStartChoice } from './week-start-choice.tsx'
import { NO_FILTER, countOf, isUnfiltered, type CalendarFilter } from './use-days.ts'

const useDraftList = lazyModule(() => import('../../writing/drafts/draft-list.tsx'))

const STATES = POST_STATUSES.filter((status) => status !== 'draft')

export default function SchedulePage() {
  const t = useTranslations('calendar')
  const now = useNow()
  const { user } = useUser()
  const { timeZone } = useDates()
  const [filter, setFilter] = useState(NO_FILTER)
  const withHijri = user?.hijriDates ?? false
  const names = useDayNames()
  // A deferred filter keeps typing responsive while results render.
  const deferredFilter = useDeferredValue(filter)
  const { today, view, setView, date, setDate, step, days, byDate, error, isPending, retry } = useCalendar(
    usePositionInAddress('month'),
    deferredFilter,
  )
  const { opened, open, add, dialogs } = useDayDialogs(today, filter)
  const accounts = useQuery(reading('GET /api/social-accounts')).data
  const weekFrom = weekStart(now, timeZone, navigator.language, user?.weekStartsOn).toISOString()
  const summary = useQuery(reading('GET /api/posts/summary', { query: { weekFrom } })).data
  const trouble = useTrouble(summary)
  const hasDrafts = (summary?.byStatus.draft ?? 0) > 0
  const drafts = useDraftList(hasDrafts, () => {})
  const [droppedDraft, setDroppedDraft] = useState<{ idea: Idea; cell: CalendarCell } | null>(null)
  const isWide = useIsWide()
  usePageTitle(t('title'))
  const total = days.reduce((sum, day) => sum + countOf(byDate.get(day)), 0)
  // A month view includes days of other months, which do not count.
  const daysOfMonth = days.filter((day) => view === 'week' || day.startsWith(date.slice(0, 7)))
  const countInMonth = daysOfMonth.reduce((sum, day) => sum + countOf(byDate.get(day)), 0)
  const [first = date, last = date] = [days[0], days.at(-1)]
  const found = useResultsOnOtherDays(deferredFilter, days)
  const searchText = deferredFilter.q.trim()

  /** Shows a day of the search results. The pressed result disappears with its list, so the day takes the focus. */
  function goTo(day: string) {
    flushSync(() => setDate(day))
    document.querySelector<HTMLElement>(`[data-day="${day}"]:not([aria-hidden] *)`)?.focus()
  }

  return (
    <div className="column pt-5 pb-12 md:pt-7">
      <TroubleStrip trouble={trouble} accounts={accounts} />
      <div className="mt-5 mb-5 flex flex-wrap items-center gap-x-3 gap-y-3">
        <div className="me-1 min-w-0">
          <h1 className="title text-20 md:text-28">
            {view === 'month' ? names.month(date) : names.range(first, last)}
          </h1>
          {withHijri && <p className="text-13 text-ink-soft">{names.hijriRange(first, last)}</p>}
        </div>
        <div className="flex items-center">
          <IconButton label={t(`previous.${view}`)} onClick={() => step(-1)}>
            <ChevronLeft size={20} strokeWidth={1.75} className="points" />
          </IconButton>
          <Button size="sm" disabled={days.includes(today) && date === today} onClick={() => setDate(today)}>
            {t('today')}
          </Button>
          <IconButton label={t(`next.${view}`)} onClick={() => step(1)}>
            <ChevronRight size={20} strokeWidth={1.75} className="points" />
          </IconButton>
        </div>
        <PostCount total={isPending || error ? null : countInMonth} isFiltered={!isUnfiltered(deferredFilter)} />
        <div className="ms-auto flex items-center gap-2 max-sm:ms-0 max-sm:w-full">
          <Segmented
            label={t('view')}
            isLabelHidden
            value={view}
            options={CALENDAR_VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
            onChange={setView}
          />
          <Button variant="primary" className="max-sm:flex-1" onClick={() => add(date < today ? today : date)}>
            <Plus size={18} strokeWidth={1.75} />
            {t('add')}
          </Button>
        </div>
      </div>
      <Filters filter={filter} onChange={setFilter}>
        <WeekStartChoice />
        <label className="flex min-h-(--control) cursor-pointer items-center gap-2 text-14">
          <input
            type="checkbox"
            checked={withHijri}
            onChange={({ target }) => void applySettings({ hijriDates: target.checked })}
            className="size-4"
          />
          {t('hijri')}
        </label>
      </Filters>
      {!isUnfiltered(deferredFilter) && !isPending && !error && total === 0 && (
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
      {isUnfiltered(deferredFilter) && !isPending && !error && total === 0 && <EmptyCalendar />}
      {error && (
        <div className="mb-5">
          <LoadFailed error={error} onRetry={retry}>
            <p className="font-strong">{t('notLoaded')}</p>
          </LoadFailed>
        </div>
      )}
      <MovableCalendar
        view={view}
        days={days}
        today={today}
        hasHours={isWide && view === 'week'}
        onDraft={(idea, cell) => setDroppedDraft({ idea, cell })}
      >
        <div
          className={classNames(
            hasDrafts && 'grid gap-x-8 gap-y-10 min-[1200px]:grid-cols-[minmax(0,1fr)_272px] min-[1200px]:items-start',
          )}
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
              opened={opened}
              moveControls={MOVE_CONTROLS}
              onOpen={open}
            />
            <CountLegend days={byDate.values()} />
          </div>
          {hasDrafts && (
            <div className="min-w-0">
              {drafts ? <drafts.DraftList Grip={DraftGrip} /> : <Skeleton className="h-24" />}
            </div>
          )}
        </div>
      </MovableCalendar>
      {droppedDraft && <ScheduleDraft {...droppedDraft} onClose={() => setDroppedDraft(null)} />}
      {dialogs}
    </div>
  )
}

function EmptyCalendar() {
  const t = useTranslations('calendar')
  return (
    <div className="mb-5 flex items-center gap-4 border-y border-line py-3">
      <Frog expression="sleeping" size="md" />
      <p className="min-w-0 flex-1 text-14 text-ink-soft">{t('nothingInView')}</p>
      <Link href="/create" className={buttonClass({ size: 'sm' })}>
        {t('write')}
      </Link>
    </div>
  )
}

function PostCount({ total, isFiltered }: { total: number | null; isFiltered: boolean }) {
  const t = useTranslations('calendar')
  const dates = useDates()
  const zone = dates.zoneName(useNow())
  return (
    <output className="text-13 text-ink-soft">
      {total === null ? zone : t('summary', { posts: t(isFiltered ? 'matches' : 'counts', { count: total }), zone })}
    </output>
  )
}

type FiltersProps = { filter: CalendarFilter; onChange: (filter: CalendarFilter) => void; children: ReactNode }

function Filters({ filter, onChange, children }: FiltersProps) {
  const t = useTranslations('calendar')
  const states = useTranslations('posts.statuses')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const chosen = [filter.platform, filter.status, filter.q.trim()].filter((item) => item !== '').length
  return (
    <search className="mb-5">
      <Button className="w-full md:hidden" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <ListFilter size={18} strokeWidth={1.75} />
        {chosen > 0 ? t('filterOn', { count: chosen }) : t('filter')}
      </Button>
      <div
        id={id}
        className={classNames(
          'grid grid-cols-2 items-end gap-3 max-md:mt-3 md:grid-cols-3 lg:grid-cols-[10rem_10rem_minmax(0,1fr)_12rem_auto]',
          !isOpen && 'max-md:hidden',
        )}
      >
        <Select
          label={t('platform')}
          value={filter.platform}
          options={[
            { value: '', label: t('allPlatforms') },
            ...PLATFORMS.map((value) => ({ value, label: rulesOf(value).name })),
          ]}
          onChange={(platform) => onChange({ ...filter, platform })}
        />
        <Select
          label={t('state')}
          value={filter.status}
          options={[{ value: '', label: t('allStates') }, ...STATES.map((value) => ({ value, label: states(value) }))]}
          onChange={(status) => onChange({ ...filter, status })}
        />
        <TextField
          label={t('search')}
          type="search"
          dir="auto"
          maxLength={200}
          fieldClassName="max-md:col-span-2"
          value={filter.q}
          onChange={({ target }) => onChange({ ...filter, q: target.value })}
        />
        {children}
      </div>
    </search>
  )
}
