import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, PenLine, Plug } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { PostSummary } from '#core/posts/contract.ts'
import { weekStart } from '#core/posts/week-start.ts'
import { wallClock } from '#core/time-zone.ts'
import type { Place } from '../calendar/place.ts'
import { useCalendar } from '../calendar/use-calendar.ts'
import { WeekCalendar } from '../calendar/week-calendar.tsx'
import { connectedAccounts, connectedPlatforms } from '../accounts/account-state.ts'
import { daysFromToday, useDates } from '../lib/dates.ts'
import { useFigure } from '../lib/figure.ts'
import { isolate, isolateName } from '../lib/isolate.ts'
import { useNow } from '../lib/now.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { reading } from '../lib/queries.ts'
import { useUser } from '../lib/session.ts'
import { riskKey } from '../posts/risk-badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ComingPosts } from './coming-posts.tsx'
import { ConnectedPlatforms } from './connected-platforms.tsx'
import { PlatformResults } from './platform-results.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { TroubleStrip, useTrouble } from '../posts/trouble-strip.tsx'
import { useScheduled } from './use-scheduled.ts'

export default function DashboardPage() {
  const t = useTranslations('dashboard')
  const now = useNow()
  const { timeZone } = useDates()
  const { user } = useUser()
  const accounts = useQuery(reading('GET /api/social-accounts'))
  const summary = useQuery(
    reading('GET /api/posts/summary', {
      query: { weekFrom: weekStart(now, timeZone, navigator.language, user?.weekStartsOn).toISOString() },
    }),
  )
  const trouble = useTrouble(summary.data)
  // They set out with the summary, although they are shown after it.
  const scheduled = useScheduled()
  const calendar = useCalendar(useState<Place>({ view: 'week', date: null }))
  const atRisk = useMemo(
    () => new Set(scheduled.data?.flatMap((post) => (riskKey(post, accounts.data) === null ? [] : [post.id]))),
    [scheduled.data, accounts.data],
  )
  // Once shown, it stays: a list that is read anew later must not take an open dialog away.
  const [isShown, setIsShown] = useState(false)
  if (!isShown && (trouble.isSettled || summary.error)) setIsShown(true)
  usePageTitle(t('title'))
  const parts: readonly Part[] = [
    { name: 'accounts', query: accounts },
    { name: 'scheduled', query: scheduled },
    { name: 'calendar', query: calendar.read },
    { name: 'figures', query: summary },
    { name: 'recent', query: summary },
    ...trouble.lists.map((query) => ({ name: 'trouble' as const, query })),
  ]
  const isFirst = accounts.data?.length === 0 && summary.data !== undefined && !hasPosts(summary.data)

  return (
    <div className="column pt-5 pb-12 md:pt-7">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="min-w-0 max-md:w-full">
          <Greeting />
          {!summary.error && !accounts.error && <Summary summary={summary.data} accounts={accounts.data} />}
          {/* The two steps below lead to the same places. */}
          {!isFirst && (
            <div className="mt-5 grid grid-cols-2 gap-2 md:flex">
              <Link href="/create" className={buttonClass({ variant: 'primary' }, 'max-md:col-span-2')}>
                <PenLine size={20} strokeWidth={1.75} aria-hidden="true" />
                {t('actions.generate')}
              </Link>
              <Link href="/schedule" className={buttonClass({}, 'px-2 whitespace-nowrap md:px-4')}>
                <CalendarPlus size={20} strokeWidth={1.75} aria-hidden="true" className="max-[359px]:hidden" />
                {t('actions.schedule')}
              </Link>
              <Link href="/social-accounts" className={buttonClass({}, 'px-2 whitespace-nowrap md:px-4')}>
                <Plug size={20} strokeWidth={1.75} aria-hidden="true" className="max-[359px]:hidden" />
                {t('actions.connect')}
              </Link>
            </div>
          )}
        </div>
        <Week summary={summary.data} isMissing={summary.error !== null} />
      </div>

      <NotLoaded parts={parts} />
      {/* Not before it is known whether there is trouble, which would push down what is being read. */}
      {isShown && (
        <>
          <TroubleStrip trouble={trouble} accounts={accounts.data} />
          {!isFirst && (
            <div className="appears mt-7">
              <WeekCalendar calendar={calendar} isBusy={(summary.data?.byStatus.scheduled ?? 0) > 0} atRisk={atRisk} />
            </div>
          )}
          <div className="appears mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_344px]">
            <ComingPosts
              isFirst={isFirst}
              accounts={accounts.data}
              total={summary.data?.byStatus.scheduled ?? 0}
              underWay={summary.data?.underWay ?? []}
            />
            <div className="flex min-w-0 flex-col gap-9">
              <RecentActivity summary={summary} />
              {!isFirst && <PlatformResults summary={summary.data} />}
              <ConnectedPlatforms accounts={accounts.data} troubled={trouble.posts} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

type Part = {
  name: 'accounts' | 'scheduled' | 'calendar' | 'figures' | 'recent' | 'trouble'
  query: { error: Error | null; data?: unknown; refetch: () => Promise<unknown> }
}

/** What the page does not know, told once for all of it. */
function NotLoaded({ parts }: { parts: readonly Part[] }) {
  const t = useTranslations('dashboard.notLoaded')
  const locale = useLocale()
  const missing = parts.filter(({ query }) => query.error !== null && query.data === undefined)
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

function hasPosts({ byStatus }: PostSummary): boolean {
  return Object.values(byStatus).some((count) => count > 0)
}

function Greeting() {
  const t = useTranslations('dashboard')
  const { user } = useUser()
  const now = useNow()
  const { timeZone } = useDates()
  const hour = Number(wallClock(now, timeZone).time.slice(0, 2))
  const part = hour >= 4 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
  const name = user?.firstName || user?.email.split('@')[0] || t('defaultName')
  return <h1 className="title text-28 break-words md:text-40">{t(`greeting.${part}`, { name: isolateName(name) })}</h1>
}

/** One sentence in the place of counters. */
function Summary({
  summary,
  accounts,
}: {
  summary: PostSummary | undefined
  accounts: readonly SocialAccount[] | undefined
}) {
  const t = useTranslations('dashboard')
  const dates = useDates()
  const now = useNow()
  if (!summary || !accounts) return <Skeleton className="mt-2.5 h-5 w-80 max-w-full" />

  const { next } = summary
  const sentence = () => {
    if (!next) return null
    const at = new Date(next.scheduledAt)
    const days = daysFromToday(at, dates.timeZone)
    const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'later'
    return t(`next.${when}`, {
      platform: isolate(rulesOf(next.platform).name),
      day: dates.fullDay(at),
      time: dates.time(at),
    })
  }
  return (
    <p className="mt-1.5 text-16 text-ink-soft md:text-14">
      {t('summary', {
        accounts: connectedAccounts(accounts, now).length,
        networks: connectedPlatforms(accounts, now).length,
        posts: summary.byStatus.scheduled ?? 0,
      })}{' '}
      {sentence()}
    </p>
  )
}

function Week({ summary, isMissing }: { summary: PostSummary | undefined; isMissing: boolean }) {
  const t = useTranslations('dashboard.week')
  const figure = useFigure()
  return (
    <section aria-labelledby="this-week" className="max-md:w-full">
      <h2
        id="this-week"
        className="pb-2 text-13 font-strong text-ink-soft max-md:border-b max-md:border-line md:pb-0.5"
      >
        {t('title')}
      </h2>
      <dl className="flex max-md:border-b max-md:border-line max-md:py-3 md:gap-7">
        {(['published', 'engagement', 'scheduled'] as const).map((key) => (
          <div
            key={key}
            className="flex flex-col-reverse max-md:flex-1 max-md:border-s max-md:border-line max-md:ps-3.5 max-md:first:border-0 max-md:first:ps-0"
          >
            <dt className="text-13 text-ink-soft">{t(key)}</dt>
            <dd className="text-28 font-title tabular-nums">
              {summary || isMissing ? figure(summary?.week[key]) : <Skeleton className="my-2 h-5 w-8" />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
