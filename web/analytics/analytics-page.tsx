import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { addressOf } from '#core/address-of.ts'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Analytics } from '#core/analytics/contract.ts'
import { addressAt } from '../lib/base-path.ts'
import { useDates } from '../lib/dates.ts'
import { useNow } from '../lib/use-now.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { usePageTitle } from '../lib/page-title.ts'
import { reading } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { useUser } from '../lib/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Download, PenLine, Share2 } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PlatformTable } from './platform-table.tsx'
import { EngagementChart } from './engagement-chart.tsx'
import { BestHoursHint } from './best-hours-hint.tsx'
import { Hours } from './hours.tsx'
import { NoData } from './no-data.tsx'
import { PublishedChart } from './published-chart.tsx'
import { queryOf, rangeIn, searchOf } from './range.ts'
import { RangePicker } from './range-picker.tsx'
import { TopPosts } from './top-posts.tsx'
import { useDays } from './use-days.ts'

const EnterDialog = lazyDialog(() => import('./enter-dialog.tsx'), [], 'lg')
const MetricsImportDialog = lazyDialog(() => import('./import/metrics-import-dialog.tsx'), [], 'lg')
const ShareDialog = lazyDialog(() => import('./share-dialog.tsx'), ['developers'])

/** On a phone, the buttons next to the page's title show only icons, because there is no space for their labels. */
const HEAD_BUTTON = 'max-md:w-11 max-md:px-0'

export default function AnalyticsPage() {
  const t = useTranslations('analytics')
  const { user } = useUser()
  const { timeZone, dayKey } = useDates()
  const today = dayKey(useNow())
  const [path, navigate] = useLocation()
  const range = rangeIn(useSearch())
  const query = { ...queryOf(range, today), ...(!user?.timeZone && { timeZone }) }
  const analytics = useQuery({ ...reading('GET /api/analytics', { query }), placeholderData: keepPreviousData })
  const accounts = useQuery(reading('GET /api/social-accounts'))
  usePageTitle(t('title'))
  const { data } = analytics
  return (
    <div className="column overflow-x-clip py-5 md:py-7">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 md:gap-x-4">
        <h1 className="title me-auto text-28">{t('title')}</h1>
        <div className="max-md:order-1 max-md:basis-full">
          <RangePicker
            key={searchOf(range)}
            range={range}
            today={today}
            onChange={(next) => navigate(path + searchOf(next), { replace: true })}
          />
        </div>
        {data && data.published > 0 && mayAs('editor') && (
          <>
            <EnterButton analytics={data} />
            <ShareButton analytics={data} />
          </>
        )}
        <ExportLink
          isEmpty={!data || data.published === 0}
          address={addressOf('GET /api/analytics/export', { query })}
        />
      </div>
      {analytics.error && !data && (
        <div className="mt-6">
          <LoadFailed error={analytics.error} onRetry={() => void analytics.refetch()} />
        </div>
      )}
      {!data && !analytics.error && <Waiting />}
      {data && <Results analytics={data} accounts={accounts.data} today={today} />}
    </div>
  )
}

function EnterButton({ analytics }: { analytics: Analytics }) {
  const t = useTranslations('analytics.entered')
  const [open, setOpen] = useState<'enter' | 'import' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button className={HEAD_BUTTON} onClick={() => setOpen('enter')}>
        <PenLine size={18} strokeWidth={1.75} />
        <span className="max-md:sr-only">{t('button')}</span>
      </Button>
      {open === 'enter' && <EnterDialog analytics={analytics} onImport={() => setOpen('import')} onClose={close} />}
      {open === 'import' && <MetricsImportDialog onClose={close} />}
    </>
  )
}

function ShareButton({ analytics }: { analytics: Analytics }) {
  const t = useTranslations('analytics.report')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button className={HEAD_BUTTON} onClick={() => setIsOpen(true)}>
        <Share2 size={18} strokeWidth={1.75} />
        <span className="max-md:sr-only">{t('share')}</span>
      </Button>
      {isOpen && <ShareDialog analytics={analytics} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ExportLink({ isEmpty, address }: { isEmpty: boolean; address: string }) {
  const t = useTranslations('analytics')
  const label = (
    <>
      <Download size={18} strokeWidth={1.75} />
      <span className="max-md:sr-only">{t('export')}</span>
    </>
  )
  if (isEmpty)
    return (
      <Button disabled className={HEAD_BUTTON}>
        {label}
      </Button>
    )
  return (
    <a href={addressAt(address)} download className={buttonClass({}, HEAD_BUTTON)}>
      {label}
    </a>
  )
}

type ResultsProps = { analytics: Analytics; accounts: readonly SocialAccount[] | undefined; today: string }

function Results({ analytics, accounts, today }: ResultsProps) {
  const isEmpty = analytics.reported === 0
  return (
    <div className="appears">
      <Summary analytics={analytics} />
      <PublishedChart analytics={analytics} />
      <EngagementChart analytics={analytics} today={today} />
      <div className="mt-8 grid gap-x-14 gap-y-9 lg:grid-cols-[minmax(0,1fr)_400px]">
        {isEmpty ? (
          <NoData analytics={analytics} today={today} hasAccounts={accounts?.length !== 0} />
        ) : (
          <TopPosts posts={analytics.top} />
        )}
        <PlatformTable platforms={analytics.platforms} accounts={accounts} />
        {!isEmpty && <Hours analytics={analytics} />}
        {!isEmpty && <BestHoursHint analytics={analytics} />}
      </div>
    </div>
  )
}

function Summary({ analytics }: { analytics: Analytics }) {
  const t = useTranslations('analytics')
  const days = useDays()
  const { published, reported, engagement } = analytics
  const values = {
    posts: published,
    times: engagement,
    from: days.day(analytics.from),
    to: days.day(analytics.to),
    b: strong,
  }
  if (published === 0) return null
  return (
    <p className="mt-3 text-16 text-ink-soft">{t.rich(reported > 0 ? 'standing' : 'standingUnreported', values)}</p>
  )
}

const strong = (chunks: ReactNode) => <strong className="font-strong text-ink">{chunks}</strong>

function Waiting() {
  return (
    <div className="mt-4 space-y-6">
      <Skeleton className="h-5 w-100 max-w-full" />
      <Skeleton className="h-13" />
      <Skeleton className="h-42" />
      <Skeleton className="h-52" />
    </div>
  )
}
