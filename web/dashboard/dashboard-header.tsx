import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { PostSummary } from '#core/posts/contract.ts'
import { useFigure } from '../lib/use-figure.ts'
import { buttonClass } from '../ui/button.tsx'
import { CalendarPlus, PenLine, Plug } from '../ui/icons.ts'
import { Skeleton } from '../ui/skeleton.tsx'

export const COLUMN = 'column pt-5 pb-12 md:pt-7'

interface DashboardHeaderProps {
  greeting: string
  /** The text of the overview. Undefined while loading, null if unavailable. */
  overview: string | null | undefined
  hasActions: boolean
  week: ReactNode
}

/**
 * The top of the dashboard. It fetches nothing, because the build prerenders it with placeholders for the server's
 * data.
 */
export function DashboardHeader({ greeting, overview, hasActions, week }: DashboardHeaderProps) {
  const t = useTranslations('dashboard')
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 lg:flex-nowrap">
      <div className="min-w-0 max-md:w-full">
        <h1 className="title text-28 break-words md:text-40">{greeting}</h1>
        {overview === undefined && <Skeleton className="mt-2.5 h-5 w-80 max-w-full" />}
        {overview && <p className="mt-1.5 text-16 text-ink-soft md:text-14">{overview}</p>}
        {hasActions && (
          <div className="mt-5 grid grid-cols-2 gap-2 md:flex">
            <Link href="/create" className={buttonClass({ variant: 'primary' }, 'max-md:col-span-2')}>
              <PenLine size={20} strokeWidth={1.75} />
              {t('actions.generate')}
            </Link>
            <Link href="/schedule" className={buttonClass({}, 'px-2 whitespace-nowrap md:px-4')}>
              <CalendarPlus size={20} strokeWidth={1.75} className="max-[359px]:hidden" />
              {t('actions.schedule')}
            </Link>
            <Link href="/social-accounts" className={buttonClass({}, 'px-2 whitespace-nowrap md:px-4')}>
              <Plug size={20} strokeWidth={1.75} className="max-[359px]:hidden" />
              {t('actions.connect')}
            </Link>
          </div>
        )}
      </div>
      {week}
    </div>
  )
}

export function WeekSummary({ summary, isMissing }: { summary: PostSummary | undefined; isMissing: boolean }) {
  const t = useTranslations('dashboard.week')
  const tDashboard = useTranslations('dashboard')
  const figure = useFigure()
  const isUnreported = summary !== undefined && summary.week.published > 0 && !summary.week.isReported
  return (
    <section aria-labelledby="this-week" className="max-md:w-full lg:w-86 lg:shrink-0">
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
              {isUnreported && key === 'engagement' ? (
                <span className="text-14 font-text text-ink-soft">{tDashboard('noReport')}</span>
              ) : summary || isMissing ? (
                figure(summary?.week[key])
              ) : (
                <Skeleton className="inline-block h-5 w-8" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
