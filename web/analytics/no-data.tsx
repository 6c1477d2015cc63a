import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Analytics } from '#core/analytics/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { mayAs } from '../lib/role.ts'
import { TROUBLE_PATH } from '../posts/trouble-path.ts'
import { buttonClass } from '../ui/button.tsx'
import { PenLine, Plug } from '../ui/icons.ts'
import { useDays } from './use-days.ts'

type NoDataProps = { analytics: Analytics; today: string; hasAccounts: boolean }

export function NoData({ analytics, today, hasAccounts }: NoDataProps) {
  const t = useTranslations('analytics')
  const dates = useDates()
  const days = useDays()
  const { next, published } = analytics
  const count = (of: 'failed' | 'unconfirmed') => analytics.columns.reduce((sum, column) => sum + column[of], 0)
  const failed = count('failed')
  if (published === 0 && failed > 0)
    return <NothingPublished analytics={analytics} failed={failed} unconfirmed={count('unconfirmed')} />
  const Icon = hasAccounts ? PenLine : Plug
  const at = next && new Date(next.scheduledAt)
  const isPast = analytics.to < today
  const text = () => {
    if (isPast && published === 0)
      return t('standingNone', { from: days.day(analytics.from), to: days.day(analytics.to) })
    if (published > 0) return t('empty.waiting')
    if (!next || !at) return t('empty.text')
    const values = { platform: isolate(rulesOf(next.platform).name), time: dates.time(at) }
    if (dates.dayKey(at) === today) return t('empty.today', values)
    return t('empty.later', { ...values, day: dates.day(at) })
  }
  return (
    <section aria-labelledby="no-data" className="max-w-120">
      <h2 id="no-data" className="title text-20">
        {t('empty.title')}
      </h2>
      <p className="mt-1.5 text-16 text-ink-soft">{text()}</p>
      {mayAs(hasAccounts ? 'writer' : 'owner') && (
        <Link
          href={hasAccounts ? '/create' : '/social-accounts'}
          className={buttonClass({ variant: 'outline' }, 'mt-5')}
        >
          <Icon size={18} strokeWidth={1.75} />
          {t(hasAccounts ? 'empty.write' : 'empty.connect')}
        </Link>
      )}
    </section>
  )
}

type NothingPublishedProps = { analytics: Analytics; failed: number; unconfirmed: number }

function NothingPublished({ analytics, failed, unconfirmed }: NothingPublishedProps) {
  const t = useTranslations('analytics')
  const days = useDays()
  return (
    <section aria-labelledby="no-data" className="max-w-120">
      <h2 id="no-data" className="title text-20">
        {t('empty.failedTitle', { unconfirmed })}
      </h2>
      <p className="mt-1.5 text-16 text-ink-soft">
        {t('empty.failed', { posts: failed, unconfirmed, from: days.day(analytics.from), to: days.day(analytics.to) })}
      </p>
      <Link href={TROUBLE_PATH} className={buttonClass({ variant: 'primary' }, 'mt-5')}>
        {t('empty.review')}
      </Link>
    </section>
  )
}
