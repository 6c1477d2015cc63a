import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { addressOf } from '#core/address-of.ts'
import type { CalendarCell } from '#core/posts/moved-time.ts'
import { weekStart } from '#core/posts/week-start.ts'
import type { Idea } from '../../writing/drafts/ideas.ts'
import { ScheduleDraft } from '../../writing/drafts/lazy-schedule-draft.tsx'
import { addressAt } from '../../lib/base-path.ts'
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
import { PostDialogs, type OpenDialog } from '../../posts/post-dialogs.tsx'
import { TroubleStrip, useTrouble } from '../../posts/trouble-strip.tsx'
import { usePostChanges } from '../../posts/use-post-changes.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Frog } from '../../ui/frog.tsx'
import { Repeat2 } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCalendarFilter } from './calendar-filter.tsx'
import { CalendarPager } from './calendar-pager.tsx'
import { DayList } from './day-list.tsx'
import { CountLegend } from './day-count.tsx'
import { ResultsOnOtherDays, useResultsOnOtherDays } from './results-on-other-days.tsx'
import { DraftGrip, MovableCalendar } from './movable-calendar.tsx'
import { CalendarNote, ScheduleToolbar } from './schedule-toolbar.tsx'
import { useCalendar, usePositionInAddress } from './use-calendar.ts'
import { useDayDialogs } from './use-day-dialogs.tsx'
import { useDayNames } from './use-day-names.ts'
import { usePlanDialogs } from './use-plan-dialogs.tsx'
import { NO_FILTER, countOf, isUnfiltered } from './use-days.ts'

const EvergreenDialog = lazyDialog(() => import('../evergreen-dialog.tsx'), [], 'lg')
const useDraftList = lazyModule(() => import('../../writing/drafts/draft-list.tsx'))

export default function SchedulePage() {
  const t = useTranslations('calendar')
  const planning = useTranslations('planning')
  const [showsEvergreen, setShowsEvergreen] = useState(false)
  const now = useNow()
  const { user } = useUser()
  const { timeZone, zoneName } = useDates()
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
  const [openedPost, openPost] = useState<OpenDialog | null>(null)
  const changes = usePostChanges()
  const plan = usePlanDialogs()
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
  const hasPosts = (day: string) => countOf(byDate.get(day)) > 0
  const dayWithPosts = days.find((day) => day >= today && hasPosts(day)) ?? days.findLast(hasPosts)
  const found = useResultsOnOtherDays(deferredFilter, days)
  const searchText = deferredFilter.q.trim()

  /** Shows the day of a search result. The list of results disappears, so the focus moves to the day. */
  function goTo(day: string) {
    flushSync(() => setDate(day))
    document.querySelector<HTMLElement>(`[data-day="${day}"]:not([aria-hidden] *)`)?.focus()
  }

  const isFiltered = !isUnfiltered(deferredFilter)
  const isEmpty = !isFiltered && !isPending && !error && total === 0
  const { button: filterButton, panel: filterPanel } = useCalendarFilter(filter, setFilter)
  const isPhoneMonth = !isWide && view === 'month'
  const hijri = withHijri ? names.hijriRange(first, last) : null
  const zone = zoneName(now)
  const noteText = hijri === null ? zone : t('summary', { posts: hijri, zone })
  const count = isFiltered && !isPending && !error ? total : null
  const note = (
    <CalendarNote isShort={count === null && hijri === null}>
      {count === null ? noteText : t('summary', { posts: t('matches', { count }), zone: noteText })}
    </CalendarNote>
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
      <ScheduleToolbar
        title={
          months.length > 0
            ? names.months(`${months[0]}-01`, `${months.at(-1)}-01`, isWide ? 'long' : 'short')
            : names.range(first, last, isWide ? 'long' : 'short')
        }
        note={isWide && note}
        view={view}
        filterButton={filterButton}
        onView={setView}
        onStep={step}
        onToday={days.includes(today) ? undefined : () => setDate(today)}
        onAdd={mayAddPosts() ? () => add(dayForNew < today ? today : dayForNew) : undefined}
      />
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
        {/* In a wide window, the columns of a week reach almost to the foot of the window. */}
        <div className="min-w-0 [--week:max(17.5rem,calc(100dvh-var(--stuck)-15rem))]">
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
            accounts={accounts}
            onOpen={isPhoneMonth ? choose : open}
          />
          <CountLegend days={byDate.values()} accounts={accounts} />
          {isPhoneMonth && (
            <DayList
              key={chosenDay}
              date={chosenDay}
              isToday={chosenDay === today}
              filter={deferredFilter}
              free={byDate.get(chosenDay)?.free ?? []}
              names={names}
              accounts={accounts}
              failure={error && { error, retry }}
              saysEmpty={!isPending && !isEmpty}
              moreOf={plan.itemsOf}
              onOpen={() => open(chosenDay)}
              onOpenPost={openPost}
            />
          )}
          {isEmpty && <EmptyCalendar />}
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
            <Button size="sm" aria-haspopup="dialog" onClick={() => setShowsEvergreen(true)}>
              <Repeat2 size={16} strokeWidth={1.75} />
              {planning('evergreen.title')}
            </Button>
          )}
          {(summary?.byStatus.scheduled ?? 0) > 0 && <ExportLinks timeZone={timeZone} />}
        </div>
      )}
      {showsEvergreen && (
        <EvergreenDialog
          onChoosePost={
            dayWithPosts === undefined
              ? undefined
              : () => {
                  setShowsEvergreen(false)
                  open(dayWithPosts)
                }
          }
          onClose={() => setShowsEvergreen(false)}
        />
      )}
      {droppedDraft && <ScheduleDraft {...droppedDraft} onClose={() => setDroppedDraft(null)} />}
      {dialogs}
      {plan.dialog}
      <PostDialogs open={openedPost} changes={changes} onOpen={openPost} onClose={() => openPost(null)} />
    </div>
  )
}

function EmptyCalendar() {
  const t = useTranslations('calendar')
  return (
    <div className="mt-4 flex items-center gap-4 max-md:flex-col max-md:text-center">
      {/* In a wide window, the frog sleeps on a day. */}
      <Frog expression="sleeping" size="lg" className="md:hidden" />
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
