import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { User } from '#core/auth/contract.ts'
import { browserTimeZone } from '../lib/browser-time-zone.ts'
import { classNames } from '../lib/class-names.ts'
import { useNow } from '../lib/now.ts'
import { boxClass } from '../ui/field.tsx'
import { LedgerRow } from '../ui/ledger.tsx'
import { useSaving } from './use-saving.ts'
import { zonesOf } from './zones.ts'

export function ZoneRow({ user }: { user: User }) {
  const t = useTranslations('profile')
  const locale = useLocale()
  const now = useNow()
  const { isSaved, save } = useSaving()
  const { data: cities } = useQuery({
    queryKey: ['cities', 'ar'],
    queryFn: async () => (await import('./cities-ar.json')).default,
    enabled: locale.startsWith('ar'),
  })
  const zone = user.timeZone ?? browserTimeZone()
  // By the day: a clock that is changed changes the offsets, and nobody waits for that here.
  const day = Math.floor(now.getTime() / 86_400_000)
  const zones = useMemo(
    () => zonesOf(zone, locale, new Date(day * 86_400_000), locale.startsWith('ar') ? cities : undefined),
    [zone, locale, day, cities],
  )
  return (
    <LedgerRow title={t('you.zone')} text={t('you.zoneText')} isSaved={isSaved} savedLabel={t('saved')}>
      <span className="relative block w-full md:w-86">
        <select
          aria-label={t('you.zone')}
          value={zone}
          onChange={({ target }) => void save({ timeZone: target.value })}
          className={classNames(boxClass(), 'min-h-(--control) appearance-none truncate ps-3 pe-9')}
        >
          {zones.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-3 my-auto"
        />
      </span>
    </LedgerRow>
  )
}
