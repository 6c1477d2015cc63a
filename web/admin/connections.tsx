import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConnectionEntry } from '#core/admin/contract.ts'
import { CONNECTION_NEWS, type ConnectionNews } from '#core/admin/lists.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { useDates } from '../lib/dates.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Select } from '../ui/select.tsx'
import { Ledger, SearchField, SortButton } from './list-parts.tsx'
import { usePages, useSettled } from './use-pages.ts'

const NEWS = ['all', ...CONNECTION_NEWS] as const
const NETWORKS = ['all', ...PLATFORMS] as const
const COLOUR: Partial<Record<ConnectionNews, string>> = { lost: 'text-coral', refused: 'text-coral' }

/** What became of people's connections to networks. */
export default function Connections() {
  const t = useTranslations('admin')
  const [typed, type] = useState('')
  const search = useSettled(typed)
  const [what, setWhat] = useState<(typeof NEWS)[number]>('all')
  const [platform, setPlatform] = useState<Platform | 'all'>('all')
  const [order, setOrder] = useState<'asc' | 'desc'>('desc')
  const query = {
    search,
    what: what === 'all' ? undefined : what,
    platform: platform === 'all' ? undefined : platform,
    order,
  }
  const pages = usePages('GET /api/admin/connections', query, ({ entries }) => entries)
  const entries = pages.data?.flatMap((page) => page.entries) ?? []
  return (
    <section aria-label={t('section.connections')}>
      <div className="flex flex-wrap items-end gap-3">
        <SearchField label={t('connections.search')} value={typed} onChange={type} />
        <div className="w-full sm:w-44">
          <Select
            label={t('connections.event')}
            value={what}
            options={NEWS.map((value) => ({
              value,
              label: value === 'all' ? t('connections.all') : t(`connections.what.${value}`),
            }))}
            onChange={setWhat}
          />
        </div>
        <div className="w-full sm:w-44">
          <Select
            label={t('official.network')}
            value={platform}
            options={NETWORKS.map((value) => ({
              value,
              label: value === 'all' ? t('connections.every') : rulesOf(value).name,
            }))}
            onChange={setPlatform}
          />
        </div>
        <SortButton
          label={t('audit.time')}
          order={order}
          onPress={() => setOrder(order === 'asc' ? 'desc' : 'asc')}
          className="ms-auto min-h-11"
        />
      </div>
      <div className="mt-3">
        <Ledger pages={pages} shown={entries.length} isEmpty={entries.length === 0} empty={t('connections.none')}>
          <ul className="divide-y divide-line border-y border-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        </Ledger>
      </div>
    </section>
  )
}

function Entry({ entry: { at, person, platform, what, account, trouble } }: { entry: ConnectionEntry }) {
  const t = useTranslations('admin')
  const { date, clock } = useDates()
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 py-2.5 text-14 lg:grid-cols-[28px_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_200px]">
      <PlatformBadge platform={platform} size={20} />
      <p className="font-strong wrap-anywhere">
        <bdi>{person}</bdi>
        <span className="sr-only">, {rulesOf(platform).name}</span>
      </p>
      <p className="wrap-anywhere text-ink-soft max-lg:col-start-2">{account && <bdi>{account}</bdi>}</p>
      <p className="max-lg:col-start-2">
        <span className={COLOUR[what]}>{t(`connections.what.${what}`)}</span>
        {trouble && <span className="block text-13 text-ink-soft">{t(`connections.trouble.${trouble}`)}</span>}
      </p>
      <time dateTime={at} className="text-13 text-ink-soft max-lg:col-start-2">
        {t('audit.at', { date: date(new Date(at)), time: clock(new Date(at)) })}
      </time>
    </li>
  )
}
