import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConnectionEntry } from '#core/operate/admin-contract.ts'
import { CONNECTION_NEWS, type ConnectionNews } from '#core/operate/admin-lists.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { ColumnHead, Filter, LogTools, PagedList, SortButton } from './list-parts.tsx'
import { usePagedLog } from './use-paged-list.ts'

const COLUMNS = 'lg:grid lg:grid-cols-[28px_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_200px] lg:gap-x-3'
const COLOUR: Partial<Record<ConnectionNews, string>> = { lost: 'text-coral', refused: 'text-coral' }

export default function Connections() {
  const t = useTranslations('admin')
  const [what, setWhat] = useState<ConnectionNews>()
  const [platform, setPlatform] = useState<Platform>()
  const log = usePagedLog('GET /api/admin/connections', { what, platform }, ({ entries }) => entries)
  return (
    <section aria-label={t('section.connections')}>
      <LogTools log={log} search={t('connections.search')} time={t('audit.time')} hasHeads>
        <Filter
          label={t('connections.event')}
          every={t('connections.all')}
          value={what}
          options={CONNECTION_NEWS.map((value) => ({ value, label: t(`connections.what.${value}`) }))}
          onChange={setWhat}
        />
        <Filter
          label={t('official.network')}
          every={t('connections.every')}
          value={platform}
          options={PLATFORMS.map((value) => ({ value, label: rulesOf(value).name }))}
          onChange={setPlatform}
        />
      </LogTools>
      <div className={classNames('mt-3 hidden items-center pb-1', COLUMNS)}>
        <span />
        <ColumnHead>{t('users.sorts.name')}</ColumnHead>
        <ColumnHead>{t('connections.account')}</ColumnHead>
        <ColumnHead>{t('connections.event')}</ColumnHead>
        <SortButton label={t('audit.time')} order={log.order} onPress={log.turn} />
      </div>
      <div className="mt-3 lg:mt-0">
        <PagedList pages={log} empty={t('connections.none')} notLoaded={t('connections.notLoaded')}>
          {(entry) => <Entry key={entry.id} entry={entry} />}
        </PagedList>
      </div>
    </section>
  )
}

function Entry({ entry: { at, person, platform, what, account, trouble } }: { entry: ConnectionEntry }) {
  const t = useTranslations('admin')
  const { date, clock } = useDates()
  return (
    <li
      className={classNames(
        'grid grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 py-2.5 text-14',
        COLUMNS,
      )}
    >
      <PlatformBadge platform={platform} size={20} />
      <p className="font-strong wrap-anywhere max-lg:col-span-2">
        <bdi>{person}</bdi>
        <span className="sr-only">, {rulesOf(platform).name}</span>
      </p>
      <p className="wrap-anywhere text-ink-soft max-lg:col-span-2 max-lg:col-start-2">
        {account && <bdi>{account}</bdi>}
      </p>
      <p className="max-lg:col-start-2">
        <span className={COLOUR[what]}>{t(`connections.what.${what}`)}</span>
        {trouble && <span className="block text-13 text-ink-soft">{t(`connections.trouble.${trouble}`)}</span>}
      </p>
      <time dateTime={at} className="self-start text-13 text-ink-soft max-lg:mt-px lg:self-auto">
        {t('audit.at', { date: date(new Date(at)), time: clock(new Date(at)) })}
      </time>
    </li>
  )
}
