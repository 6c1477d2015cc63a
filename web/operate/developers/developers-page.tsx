import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { usePageTitle } from '../../lib/page-title.ts'
import { reading } from '../../lib/queries.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ApiKeys } from './api-keys.tsx'
import { Assistant } from './assistant.tsx'
import { FeedAddresses } from './feed-addresses.tsx'
import { Webhooks } from './webhooks.tsx'

const isMissing = ({ error, data }: { error: Error | null; data?: unknown }) => error !== null && data === undefined

export default function DevelopersPage() {
  const t = useTranslations('developers')
  usePageTitle(t('title'))
  // Collects the lists' queries here, so that the page reports a missing response only once.
  const lists = [
    useQuery(reading('GET /api/keys')),
    useQuery(reading('GET /api/webhooks')),
    useQuery(reading('GET /api/feeds')),
  ]
  const firstError = lists[0]?.error
  return (
    <div className="column py-6 lg:py-7">
      <h1 className="title text-28">{t('title')}</h1>
      <p className="max-w-160 text-14 text-ink-soft">{t('text')}</p>
      <div className="mt-4 grid gap-x-14 gap-y-9 lg:grid-cols-[minmax(0,1fr)_minmax(0,360px)]">
        <div className="min-w-0">
          {firstError && lists.every(isMissing) ? (
            <LoadFailed error={firstError} onRetry={() => void Promise.all(lists.map((list) => list.refetch()))}>
              <p className="font-strong">{t('noneLoaded')}</p>
            </LoadFailed>
          ) : (
            <>
              <ApiKeys />
              <Webhooks />
              <FeedAddresses />
            </>
          )}
        </div>
        <div className="min-w-0 lg:border-s lg:border-line lg:ps-7">
          <Assistant />
        </div>
      </div>
    </div>
  )
}
