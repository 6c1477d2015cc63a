import { useTranslations } from 'use-intl'
import { usePageTitle } from '../lib/page-title.ts'
import { ApiKeys } from './api-keys.tsx'
import { Assistant } from './assistant.tsx'
import { FeedAddresses } from './feed-addresses.tsx'
import { Webhooks } from './webhooks.tsx'

/** What a person's own programs and assistants may do, and what they are told. */
export default function DevelopersPage() {
  const t = useTranslations('developers')
  usePageTitle(t('title'))
  return (
    <div className="column py-6 lg:py-7">
      <h1 className="title text-28">{t('title')}</h1>
      <p className="max-w-160 text-14 text-ink-soft">{t('text')}</p>
      <div className="mt-4 grid gap-x-14 gap-y-9 lg:grid-cols-[minmax(0,1fr)_minmax(0,360px)]">
        <div className="min-w-0">
          <ApiKeys />
          <Webhooks />
          <FeedAddresses />
        </div>
        <div className="min-w-0 lg:border-s lg:border-line lg:ps-7">
          <Assistant />
        </div>
      </div>
    </div>
  )
}
