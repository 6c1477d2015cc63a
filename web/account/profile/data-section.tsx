import { useTranslations } from 'use-intl'
import { LedgerSection } from '../../ui/ledger.tsx'
import { ExportData } from '../security/export.tsx'
import { DeleteRow } from './delete-row.tsx'

export function DataSection() {
  const t = useTranslations('profile.data')
  return (
    <LedgerSection id="data" title={t('title')}>
      <ExportData />
      <DeleteRow />
    </LedgerSection>
  )
}
