import { useLocale, useTranslations } from 'use-intl'
import type { User } from '#core/auth/contract.ts'
import { numeralsOf, NUMERALS } from '#core/language.ts'
import { firstWeekday, type WeekStart } from '#core/posts/week-start.ts'
import { browserTimeZone } from '../lib/browser-time-zone.ts'
import { useDates } from '../lib/dates.ts'
import { useNow } from '../lib/now.ts'
import { useWeekdays } from '../picker/use-weekdays.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Switch } from '../ui/switch.tsx'
import { Row, Section } from './setting-row.tsx'
import { useSaving } from './use-saving.ts'

/** Saturday first, as weeks are told where it may be any of these. */
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
    <Section id="dates" title={t('title')}>
      <Row
        label={t('weekStart')}
        hint={t('automaticDay', { day: names[firstWeekday(navigator.language)] ?? '' })}
        saving={ofWeek.saving}
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
      </Row>
      <Row
        label={t('numerals')}
        hint={t('numeralsText', { numerals: SAMPLES[numeralsOf({ timeZone: user.timeZone })] })}
        saving={ofNumerals.saving}
      >
        <Segmented
          label={t('numerals')}
          isLabelHidden
          value={user.numerals ?? ''}
          options={[{ value: '', label: t('auto') }, ...NUMERALS.map((value) => ({ value, label: SAMPLES[value] }))]}
          onChange={(value) => ofNumerals.change({ numerals: value === '' ? null : value })}
        />
      </Row>
      <Row label={t('hijri')} hint={t('hijriText', { date: hijri.format(now) })} saving={ofHijri.saving} isShort>
        <Switch label={t('hijri')} isOn={user.hijriDates} onChange={(hijriDates) => ofHijri.change({ hijriDates })} />
      </Row>
      <Row label={t('zone')} hint={t('zoneText', { zone: dates.zoneName(now) })} saving={ofZone.saving} isShort>
        {user.timeZone !== here && (
          <Button size="sm" onClick={() => ofZone.change({ timeZone: here })}>
            {t('zoneHere')}
          </Button>
        )}
      </Row>
    </Section>
  )
}
