import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '#core/language.ts'
import type { AiStatus } from '#core/writing/contract.ts'
import { placeFor } from '#core/opening.ts'
import { INTRO_PLACES } from '#core/posts/dashboard-intro.ts'
import { dayNames } from '#core/posts/day-names.ts'
import type { User } from '#core/people/auth-contract.ts'
import { COLUMN, DashboardHeader } from '../dashboard/dashboard-header.tsx'
import { FirstMinuteGrid, FirstSteps } from '../dashboard/first-steps.tsx'
import { queryClient, reading, userQuery } from '../lib/queries.ts'
import { Bell } from '../notifications/bell.tsx'
import { useCalendarFilter } from '../planning/calendar/calendar-filter.tsx'
import { DayHeading } from '../planning/calendar/day-list.tsx'
import type { Grid } from '../planning/calendar/grid.ts'
import { MonthTable } from '../planning/calendar/month-grid.tsx'
import { DayCell, WeekRow } from '../planning/calendar/month-weeks.tsx'
import { CalendarNote, ScheduleToolbar } from '../planning/calendar/schedule-toolbar.tsx'
import { NO_FILTER } from '../planning/calendar/use-days.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { BottomBar, TopBar } from './bars.tsx'
import { pageAt } from './pages.ts'

interface OpeningFrameProps {
  hasSwitcher: boolean
  language: Language
}

/** The app's bars around the first lines of a page. Hidden from keyboards and screen readers, because React replaces it. */
export function OpeningFrame({ hasSwitcher, language }: OpeningFrameProps) {
  return (
    <div id="opening" aria-hidden="true">
      <TopBar hasSwitcher={hasSwitcher}>
        <div inert className="contents">
          <LanguageSwitch label="" language={language} onChange={() => {}} />
          <Bell />
          <span className="size-9 shrink-0 rounded-pill bg-sunk" />
        </div>
      </TopBar>
      <div data-lines="">{placeFor('lines')}</div>
      <BottomBar />
    </div>
  )
}

/** The dashboard's header. `beginning` is for users without accounts and posts. */
function DashboardLines({ isNewUser }: { isNewUser: boolean }) {
  return (
    <div className={COLUMN}>
      <DashboardHeader
        greeting={INTRO_PLACES.greeting}
        overview={INTRO_PLACES.overview}
        hasActions={!isNewUser}
        trouble={INTRO_PLACES.trouble}
      />
      {isNewUser && (
        <FirstMinuteGrid>
          <FirstSteps />
        </FirstMinuteGrid>
      )}
    </div>
  )
}

const [TODAY, OUTSIDE] = ['2025-12-03', '2026-01-01']

/** An example of each kind of day in a month. From these, the server makes the weeks. */
const DAYS = {
  day: { date: '2025-12-04', isWeekend: false },
  weekend: { date: '2025-12-05', isWeekend: true },
  today: { date: TODAY, isWeekend: false },
  outside: { date: OUTSIDE, isWeekend: false },
  outsideWeekend: { date: OUTSIDE, isWeekend: true },
}

const GRID: Grid = {
  view: 'month',
  days: Array.from({ length: 7 }, (_, day) => `${day}`),
  earlier: ['2025-11-30'],
  months: ['2025-12'],
  today: TODAY,
  byDate: new Map(),
  isRead: false,
  names: {
    ...dayNames('en'),
    number: () => placeFor('number'),
    weekday: (date) => placeFor(`weekday${date}`),
    longWeekday: () => '',
    full: () => '',
    longMonth: () => '',
  },
  withHijri: false,
  opened: TODAY,
  isMovable: false,
  onOpen: () => {},
}

/** The schedule's toolbar and the current month. A phone also names the day of the list below the month. */
function ScheduleLines({ mayAdd }: { mayAdd: boolean }) {
  const t = useTranslations('calendar')
  const { button } = useCalendarFilter(NO_FILTER, () => {})
  const zone = placeFor('zone')
  return (
    <div inert className="column pt-5 pb-12">
      <ScheduleToolbar
        title={
          <>
            <span className="max-md:hidden">{placeFor('months')}</span>
            <span className="md:hidden">{placeFor('shortMonths')}</span>
          </>
        }
        note={
          <CalendarNote isShort className="max-md:hidden">
            {zone}
          </CalendarNote>
        }
        view="month"
        filterButton={button}
        onView={() => {}}
        onStep={() => {}}
        onAdd={mayAdd ? () => {} : undefined}
      />
      <div className="-mt-2 mb-3 md:hidden">
        <CalendarNote isShort>{zone}</CalendarNote>
      </div>
      <MonthTable grid={GRID} weekend={[]}>
        {placeFor('weeks')}
      </MonthTable>
      <section className="pt-4 md:hidden">
        <DayHeading title={t('todayIs', { day: placeFor('today') })} />
      </section>
    </div>
  )
}

const UNCONFIGURED = { configured: false, connected: false, model: '', isLocal: false } as const
const OFFLINE = { openai: UNCONFIGURED, anthropic: UNCONFIGURED, fallback: 'offline' } as unknown as AiStatus

/** The composer's empty form. `offline` is for installations without an AI model. */
function ComposerLines({ status }: { status?: AiStatus }) {
  queryClient.clear()
  queryClient.setQueryData(userQuery.queryKey, { id: '', defaultPlatforms: ['linkedin'] } as unknown as User)
  if (status) queryClient.setQueryData(reading('GET /api/ai/status').queryKey, status)
  const { Screen } = pageAt('/create')
  // Make the form inert, because typed text would be lost when the app replaces it.
  return (
    <div inert>
      <Screen />
    </div>
  )
}

/**
 * The pages whose first lines the server sends before the app loads, and the variants of these lines.
 * `server/pages/opening.ts` chooses a variant and fills in its places. Only the build imports this file.
 */
export const OPENINGS: Record<string, Record<string, () => ReactNode>> = {
  '/': { usual: () => <DashboardLines isNewUser={false} />, beginning: () => <DashboardLines isNewUser /> },
  '/schedule': {
    usual: () => <ScheduleLines mayAdd />,
    reading: () => <ScheduleLines mayAdd={false} />,
    week: () => <WeekRow>{placeFor('days')}</WeekRow>,
    ...Object.fromEntries(
      Object.entries(DAYS).map(([kind, day]) => [
        kind,
        () => <DayCell grid={GRID} free={undefined} isRestDay={false} {...day} />,
      ]),
    ),
  },
  '/create': { usual: () => <ComposerLines />, offline: () => <ComposerLines status={OFFLINE} /> },
}
