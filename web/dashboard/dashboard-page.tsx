import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { countsText, greeting, isNewUser, overview, STRONG_TAG, type IntroText } from '#core/posts/dashboard-intro.ts'
import { weekStart } from '#core/posts/week-start.ts'
import type { CalendarPosition } from '../planning/calendar/calendar-position.ts'
import { useCalendar } from '../planning/calendar/use-calendar.ts'
import { WeekCalendar } from '../planning/calendar/week-calendar.tsx'
import { useDates } from '../lib/dates.ts'
import { useProgressiveRender } from '../lib/use-progressive-render.ts'
import { useNow } from '../lib/use-now.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { reading } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { useUser } from '../lib/session.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { FirstMinute } from './first-minute.tsx'
import { UpcomingPosts } from './upcoming-posts.tsx'
import { ConnectedPlatforms } from './connected-platforms.tsx'
import { COLUMN, DashboardHeader } from './dashboard-header.tsx'
import { Overview } from './overview.tsx'
import { PlatformResults } from './platform-results.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { TroubleStrip, useTrouble } from '../posts/trouble-strip.tsx'
import { useScheduled } from './use-scheduled.ts'
import { WeekFigures } from './week-figures.tsx'

const SECTION_COUNT = 3

export default function DashboardPage() {
  const t = useTranslations('dashboard')
  const now = useNow()
  const { timeZone } = useDates()
  const { user } = useUser()
  const accounts = useQuery(reading('GET /api/social-accounts'))
  const ofThisWeek = reading('GET /api/posts/summary', {
    query: { weekFrom: weekStart(now, timeZone, navigator.language, user?.weekStartsOn).toISOString() },
  })
  const summary = useQuery(ofThisWeek)
  // Deferred values let React render this page in short slices. A direct update from the store would block.
  const [figures, ownAccounts] = [useDeferredValue(summary.data), useDeferredValue(accounts.data)]
  const trouble = useTrouble(figures)
  const scheduled = useScheduled()
  const calendar = useCalendar(useState<CalendarPosition>({ view: 'week', date: null }))
  // Sections that have appeared stay mounted, so that a refetch cannot close an open dialog.
  const parts = useProgressiveRender(trouble.isLoaded || summary.error !== null, SECTION_COUNT)
  usePageTitle(t('title'))
  const namedQueries: readonly NamedQuery[] = [
    { name: 'accounts', query: accounts },
    { name: 'scheduled', query: scheduled },
    { name: 'calendar', query: calendar.read },
    { name: 'figures', query: summary },
    { name: 'recent', query: summary },
    ...trouble.lists.map((query) => ({ name: 'trouble' as const, query })),
  ]
  const known = figures && ownAccounts && { summary: figures, accounts: ownAccounts }
  // Keeps the view for new users during an import. Otherwise the first imported post would close the import dialog.
  const [isImporting, setIsImporting] = useState(false)
  const isFirst = known !== undefined && mayAs('writer') && (isImporting || isNewUser(known.summary))
  const moment = { now, timeZone, locale: useLocale() }
  const say: IntroText = (key, values) => t.markup(key, { ...values, ...STRONG_TAG })
  const text = summary.error || accounts.error ? null : known && overview(known.summary, known.accounts, moment, say)
  // If a new user has only one draft, the first steps show it, so the list below the calendar omits it.
  const draftCount = figures?.byStatus.draft ?? 0

  return (
    <div className={COLUMN} aria-busy={parts < SECTION_COUNT || undefined}>
      <DashboardHeader
        greeting={greeting(user, moment, say)}
        overview={known && text ? <Overview text={text} views={known.summary.views} /> : text}
        // Render this list before the sections below, which it would otherwise push down while the user reads.
        trouble={parts >= 1 && <TroubleStrip trouble={trouble} accounts={ownAccounts} />}
        // Hide the header's links from a new user, because the list of first steps shows them too.
        hasActions={!isFirst}
      />
      {isFirst && <FirstMinute accounts={ownAccounts} onImport={setIsImporting} />}
      <NotLoaded asked={namedQueries} />
      {parts >= 1 && (
        <div className={`appears ${isFirst ? 'mt-10' : 'mt-6'}`}>
          <WeekCalendar
            calendar={calendar}
            draftCount={isFirst && draftCount === 1 ? 0 : draftCount}
            accounts={ownAccounts}
          />
        </div>
      )}
      {parts >= 2 && (
        <div className="appears mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_344px]">
          {!isFirst && (
            <UpcomingPosts
              accounts={ownAccounts}
              total={figures?.byStatus.scheduled ?? 0}
              underWay={figures?.underWay ?? []}
              isPageDrawn={parts >= SECTION_COUNT}
            />
          )}
          {parts >= 3 && (
            <div className="appears flex min-w-0 flex-col gap-8">
              <RecentActivity summary={summary} />
              {!isFirst && figures && <WeekFigures week={figures.week} />}
              {!isFirst && figures && <PlatformResults summary={figures} />}
              <ConnectedPlatforms
                accounts={ownAccounts}
                counts={isFirst ? undefined : known && countsText(known.summary, known.accounts, now, say)}
                troubled={trouble.posts}
              />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

type NamedQuery = {
  name: 'accounts' | 'scheduled' | 'calendar' | 'figures' | 'recent' | 'trouble'
  query: { error: Error | null; data?: unknown; refetch: () => Promise<unknown> }
}

function NotLoaded({ asked: namedQueries }: { asked: readonly NamedQuery[] }) {
  const t = useTranslations('dashboard.notLoaded')
  const locale = useLocale()
  const missing = namedQueries.filter(({ query }) => query.error !== null && query.data === undefined)
  const [first] = missing
  if (!first) return null
  const names = [...new Set(missing.map(({ name }) => t(name)))]
  return (
    <div className="mt-6 empty:hidden">
      <LoadFailed
        error={first.query.error}
        onRetry={() =>
          void Promise.all([...new Set(missing.map(({ query }) => query))].map((query) => query.refetch()))
        }
      >
        <p>
          <strong className="font-strong">{t('title', { parts: new Intl.ListFormat(locale).format(names) })}</strong>{' '}
          <span>{t('text')}</span>
        </p>
      </LoadFailed>
    </div>
  )
}
