import { useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { dayAfter } from '#core/posts/calendar.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { boxClass } from '../ui/field.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { isRange, RANGES, type Range } from './range.ts'
import { useDays } from './use-days.ts'

const DayDialog = lazyDialog(() => import('../planning/picker/day-dialog.tsx'), ['picker'])

type RangePickerProps = { range: Range; today: string; onChange: (range: Range) => void }

export function RangePicker({ range, today, onChange }: RangePickerProps) {
  const t = useTranslations('analytics.range')
  const [isCustom, setIsCustom] = useState('from' in range)
  const [customRange, setCustomRange] = useState('from' in range ? range : { from: dayAfter(today, -59), to: today })
  const [isWrong, setIsWrong] = useState(false)
  const [choosing, setChoosing] = useState<'from' | 'to' | null>(null)
  const days = useDays()
  const chosen = isCustom ? 'other' : String('days' in range ? range.days : '')
  const choose = (value: string) => {
    setIsCustom(value === 'other')
    const days = RANGES.find((one) => String(one) === value)
    if (days) onChange({ days })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsWrong(!isRange(customRange))
    if (isRange(customRange)) onChange(customRange)
  }
  return (
    <div className="flex flex-wrap items-start justify-end gap-3">
      {isCustom && (
        <form onSubmit={submit} className="flex flex-wrap items-end gap-2 max-md:order-1 max-md:basis-full">
          {(['from', 'to'] as const).map((name) => (
            <div key={name} className="flex flex-1 items-center gap-2 text-14 max-[489px]:basis-full">
              <span id={`range-${name}`} className="max-[489px]:w-12">
                {t(name)}
              </span>
              <button
                type="button"
                id={`range-${name}-day`}
                aria-labelledby={`range-${name} range-${name}-day`}
                aria-describedby={isWrong ? 'range-wrong' : undefined}
                aria-haspopup="dialog"
                onClick={() => setChoosing(name)}
                className={`${boxClass(isWrong)} min-h-(--control) flex-1 px-2.5 text-start whitespace-nowrap`}
              >
                {days.dated(customRange[name])}
              </button>
            </div>
          ))}
          <Button type="submit" variant="primary" className="max-md:w-full">
            {t('show')}
          </Button>
          {isWrong && (
            <p id="range-wrong" role="alert" className="basis-full text-13 text-coral">
              {t('wrong')}
            </p>
          )}
        </form>
      )}
      {choosing && (
        <DayDialog
          title={t(choosing === 'from' ? 'firstDay' : 'lastDay')}
          date={customRange[choosing]}
          today={today}
          onChoose={(day) => {
            setCustomRange({ ...customRange, [choosing]: day })
            setChoosing(null)
          }}
          onClose={() => setChoosing(null)}
        />
      )}
      <div className="whitespace-nowrap max-md:basis-full md:min-w-72">
        <Segmented
          label={t('label')}
          isLabelHidden
          value={chosen}
          options={[
            ...RANGES.map((days) => ({ value: String(days), label: t('days', { count: days }) })),
            { value: 'other', label: t('other') },
          ]}
          onChange={choose}
        />
      </div>
    </div>
  )
}
