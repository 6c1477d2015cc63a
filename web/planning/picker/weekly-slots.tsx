import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/language.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { countries, restDays } from './rest-days.ts'
import { useWeekdays } from './use-weekdays.ts'
import { WeekOfTimes } from './week-of-times.tsx'
import type { WeeklyTimes } from './weekly-times.ts'

export function WeeklySlots({ times, onChange }: { times: WeeklyTimes; onChange: (times: WeeklyTimes) => void }) {
  const t = useTranslations('slots')
  const { language } = useLanguage()
  const { names } = useWeekdays()
  const ramadanId = useId()
  const [shown, show] = useState<'usual' | 'inRamadan'>('usual')
  const { week, ramadan, weekendOf } = times
  const isRamadan = shown === 'inRamadan' && ramadan !== null
  const resting = weekendOf === null ? [] : restDays(weekendOf)
  const list = new Intl.ListFormat(language)
  return (
    <div className="flex flex-col gap-5">
      {ramadan !== null && (
        <Segmented
          label={t('which')}
          isLabelHidden
          value={shown}
          options={[
            { value: 'usual', label: t('usual') },
            { value: 'inRamadan', label: t('inRamadan') },
          ]}
          onChange={show}
        />
      )}
      {(isRamadan ? ramadan : week).some(({ platform }) => platform !== null) && (
        <p className="-mb-2 text-13 text-ink-soft">{t('networkOnly')}</p>
      )}
      <WeekOfTimes
        key={String(isRamadan)}
        week={isRamadan ? ramadan : week}
        resting={resting}
        onChange={(next) => onChange(isRamadan ? { ...times, ramadan: next } : { ...times, week: next })}
      />
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <div className="flex items-start gap-2.5 text-14">
          <input
            id={ramadanId}
            aria-describedby={`${ramadanId}-text`}
            type="checkbox"
            checked={ramadan !== null}
            onChange={({ target }) => {
              show(target.checked ? 'inRamadan' : 'usual')
              onChange({ ...times, ramadan: target.checked ? week : null })
            }}
            className="mt-0.5 size-4.5"
          />
          <div>
            <label htmlFor={ramadanId} className="block cursor-pointer font-strong max-lg:pb-1">
              {t('ramadan')}
            </label>
            <p id={`${ramadanId}-text`} className="text-13 text-ink-soft">
              {t('ramadanText')}
            </p>
          </div>
        </div>
        <div>
          <Select
            label={t('weekend')}
            value={weekendOf ?? ''}
            options={[
              { value: '', label: t('noCountry') },
              ...countries(language, weekendOf).map(({ code, name }) => ({ value: code, label: name })),
            ]}
            onChange={(code) => onChange({ ...times, weekendOf: code === '' ? null : code })}
          />
          {resting.length > 0 && (
            <p className="mt-1.5 text-13 text-ink-soft">
              {t('resting', { days: list.format(resting.map((day) => names[day] ?? '')) })}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
