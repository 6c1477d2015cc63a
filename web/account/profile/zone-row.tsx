import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { User } from '#core/people/auth-contract.ts'
import { browserTimeZone } from '../../lib/browser-time-zone.ts'
import { useNow } from '../../lib/use-now.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { useZoneCities } from '../../lib/zone-cities.ts'
import { LedgerRow } from '../../ui/ledger.tsx'
import { Select } from '../../ui/select.tsx'
import { zonesOf } from './zones.ts'

export function ZoneRow({ user }: { user: User }) {
  const t = useTranslations('profile')
  const locale = useLocale()
  const now = useNow()
  const { saving, change } = useSaving()
  const cities = useZoneCities(locale)
  const zone = user.timeZone ?? browserTimeZone()
  // Computes zone offsets once a day, because daylight saving time changes them. A day's delay does no harm here.
  const day = Math.floor(now.getTime() / 86_400_000)
  const zones = useMemo(() => zonesOf(zone, locale, new Date(day * 86_400_000), cities), [zone, locale, day, cities])
  return (
    <LedgerRow title={t('you.zone')} text={t('you.zoneText')} saving={saving} controls="field">
      <Select
        label={t('you.zone')}
        isLabelHidden
        value={zone}
        options={zones.map(({ id, label }) => ({ value: id, label }))}
        onChange={(timeZone) => change({ timeZone })}
      />
    </LedgerRow>
  )
}
