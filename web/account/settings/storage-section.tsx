import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMegabytes } from '../../lib/megabytes.ts'
import { reading } from '../../lib/queries.ts'
import { LedgerSection } from '../../ui/ledger.tsx'
import { NotLoaded } from '../../ui/load-failed.tsx'
import { Progress } from '../../ui/progress.tsx'

export function StorageSection() {
  const t = useTranslations('settings')
  const query = useQuery({ ...reading('GET /api/storage'), staleTime: 0 })
  const megabytes = useMegabytes()

  function content() {
    if (!query.data) return null
    const { usedBytes, limitBytes } = query.data
    if (limitBytes === null)
      return <p className="text-14 text-ink-soft">{t('storage.used', { used: megabytes(usedBytes) })}</p>
    const used = t('storage.usedOf', { used: megabytes(usedBytes), limit: megabytes(limitBytes) })
    const percent = Math.min(100, (usedBytes / limitBytes) * 100)
    return (
      <>
        <div className="pt-2">
          <Progress label={used} percent={percent} tone={percent === 100 ? 'coral' : percent < 80 ? 'pond' : 'lily'} />
        </div>
        <p className="mt-2 text-14 text-ink-soft">{used}</p>
        {usedBytes >= limitBytes && <p className="mt-1 text-14 font-strong text-coral">{t('storage.full')}</p>}
      </>
    )
  }

  return (
    <LedgerSection id="storage" title={t('storage.title')}>
      <NotLoaded query={query} title={t('notLoaded')} skeleton="h-11" />
      {content()}
    </LedgerSection>
  )
}
