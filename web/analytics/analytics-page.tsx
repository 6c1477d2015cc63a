import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { addressOf } from '#core/address-of.ts'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Analytics } from '#core/analytics/contract.ts'
import { addressAt } from '../lib/base-path.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { useNow } from '../lib/use-now.ts'
import { useIsWide } from '../lib/is-wide.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { usePageTitle } from '../lib/page-title.ts'
import { reading } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { useUser } from '../lib/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Download, Ellipsis, PenLine, Share2 } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Menu } from '../ui/menu.tsx'
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
        <div className="max-md:order-1 max-md:basis-full has-[form]:order-1 has-[form]:basis-full">
          <RangePicker
            key={searchOf(range)}
            range={range}
            today={today}
            onChange={(next) => navigate(path + searchOf(next), { replace: true })}
          />
        </div>
        <Actions analytics={data} exportPath={addressOf('GET /api/analytics/export', { query })} />
      </div>
      {analytics.error && !data && (
        <div className="mt-6">
          <LoadFailed error={analytics.error} onRetry={() => void analytics.refetch()}>
            <p className="font-strong">{t('notLoaded')}</p>
          </LoadFailed>
        </div>
      )}
      {!data && !analytics.error && <Waiting />}
      {data && <Results analytics={data} accounts={accounts.data} today={today} />}
    </div>
  )
}

/** The page's actions: buttons, or a menu on a phone, where there is no space for their labels. */
function Actions({ analytics, exportPath }: { analytics: Analytics | undefined; exportPath: string }) {
  const t = useTranslations('analytics')
  const isWide = useIsWide()
  const [open, setOpen] = useState<'enter' | 'import' | 'share' | null>(null)
  const close = () => setOpen(null)
  const published = analytics && analytics.published > 0 ? analytics : null
  return (
    <>
      {isWide ? buttons() : published && menu()}
      {published && open === 'enter' && (
        <EnterDialog analytics={published} onImport={() => setOpen('import')} onClose={close} />
      )}
      {open === 'import' && <MetricsImportDialog onClose={close} />}
      {published && open === 'share' && <ShareDialog analytics={published} onClose={close} />}
    </>
  )

  function buttons() {
    const exportLabel = (
      <>
        <Download size={18} strokeWidth={1.75} />
        {t('export')}
      </>
    )
    return (
      <>
        {published && mayAs('editor') && (
          <>
            <Button onClick={() => setOpen('enter')}>
              <PenLine size={18} strokeWidth={1.75} />
              {t('entered.button')}
            </Button>
            <Button onClick={() => setOpen('share')}>
              <Share2 size={18} strokeWidth={1.75} />
              {t('report.share')}
            </Button>
          </>
        )}
        {published ? (
          <a href={addressAt(exportPath)} download className={buttonClass({})}>
            {exportLabel}
          </a>
        ) : (
          <Button disabled>{exportLabel}</Button>
        )}
      </>
    )
  }

  function menu() {
    return (
      <Menu
        trigger={
          <IconButton label={t('actions')} className="-me-2.5">
            <Ellipsis size={20} strokeWidth={1.75} />
          </IconButton>
        }
      >
        {({ MenuItem }) => (
          <>
            {mayAs('editor') && (
              <>
                <MenuItem opensDialog onSelect={() => setOpen('enter')}>
                  {t('entered.button')}
                </MenuItem>
                <MenuItem opensDialog onSelect={() => setOpen('share')}>
                  {t('report.share')}
                </MenuItem>
              </>
            )}
            <MenuItem onSelect={() => location.assign(addressAt(exportPath))}>{t('export')}</MenuItem>
          </>
        )}
      </Menu>
    )
  }
}

type ResultsProps = { analytics: Analytics; accounts: readonly SocialAccount[] | undefined; today: string }

function Results({ analytics, accounts, today }: ResultsProps) {
  const isEmpty = analytics.reported === 0
  return (
    <div className="appears">
      <Summary analytics={analytics} />
      <PublishedChart analytics={analytics} />
      <EngagementChart analytics={analytics} today={today} />
      <div
        className={classNames(
          'mt-8 grid gap-x-14 gap-y-9 lg:grid-cols-[minmax(0,1fr)_400px]',
          // The hours follow the top posts even if the table of the networks next to them is longer.
          !isEmpty &&
            'lg:grid-rows-[min-content_1fr_min-content] lg:[&>:nth-child(2)]:row-span-2 lg:[&>:nth-child(3)]:row-span-2',
        )}
      >
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
