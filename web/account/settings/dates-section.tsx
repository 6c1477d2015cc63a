import { useLocale, useTranslations } from 'use-intl'
import type { User } from '#core/people/auth-contract.ts'
import { numeralsOf, NUMERALS } from '#core/language.ts'
import { firstWeekday, type WeekStart } from '#core/posts/week-start.ts'
import { browserTimeZone } from '../../lib/browser-time-zone.ts'
import { useDates } from '../../lib/dates.ts'
import { useNow } from '../../lib/use-now.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { useWeekdays } from '../../planning/picker/use-weekdays.ts'
import { Button } from '../../ui/button.tsx'
import { LedgerRow, LedgerSection } from '../../ui/ledger.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'

const DAYS = [6, 0, 1] as const satisfies readonly WeekStart[]
const SAMPLES = { arab: '٠١٢٣', latn: '0123' } as const

export function DatesSection({ user }: { user: User }) {
  const t = useTranslations('settings.dates')
  const locale = useLocale()
  const { names, shortNames } = useWeekdays()
  const dates = useDates()
  const now = useNow()
  const [ofWeek, ofNumerals, ofHijri, ofZone] = [useSaving(), useSaving(), useSaving(), useSaving()]
  const hijri = new Intl.DateTimeFormat(locale, {
    calendar: 'islamic-umalqura',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: dates.timeZone,
  })
  const here = browserTimeZone()
  return (
    <LedgerSection id="dates" title={t('title')}>
      <LedgerRow
        title={t('weekStart')}
        text={t('automaticDay', { day: names[firstWeekday(navigator.language)] ?? '' })}
        saving={ofWeek.saving}
        controls="field"
      >
        <Segmented
          label={t('weekStart')}
          isLabelHidden
          value={String(user.weekStartsOn ?? '')}
          options={[
            { value: '', label: t('auto') },
            ...DAYS.map((day) => ({ value: String(day), label: shortNames[day] ?? '' })),
          ]}
          onChange={(value) => ofWeek.change({ weekStartsOn: DAYS.find((day) => String(day) === value) ?? null })}
        />
      </LedgerRow>
      <LedgerRow
        title={t('numerals')}
        text={t('numeralsText', { numerals: SAMPLES[numeralsOf({ timeZone: user.timeZone })] })}
        saving={ofNumerals.saving}
        controls="field"
      >
        <Segmented
          label={t('numerals')}
          isLabelHidden
          value={user.numerals ?? ''}
          options={[{ value: '', label: t('auto') }, ...NUMERALS.map((value) => ({ value, label: SAMPLES[value] }))]}
          onChange={(value) => ofNumerals.change({ numerals: value === '' ? null : value })}
        />
      </LedgerRow>
      <LedgerRow
        title={t('hijri')}
        text={t('hijriText', { date: hijri.format(now) })}
        saving={ofHijri.saving}
        controls="brief"
      >
        <Switch label={t('hijri')} isOn={user.hijriDates} onChange={(hijriDates) => ofHijri.change({ hijriDates })} />
      </LedgerRow>
      <LedgerRow
        title={t('zone')}
        text={t('zoneText', { zone: dates.zoneName(now) })}
        saving={ofZone.saving}
        controls="brief"
      >
        {user.timeZone !== here && (
          <Button size="sm" onClick={() => ofZone.change({ timeZone: here })}>
            {t('zoneHere')}
          </Button>
        )}
      </LedgerRow>
    </LedgerSection>
  )
}
