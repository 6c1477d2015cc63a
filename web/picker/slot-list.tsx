import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { daysFromToday, useDates } from '../lib/dates.ts'
import { laterDialog } from '../lib/later-dialog.tsx'
import { buttonClass } from '../ui/button.tsx'

const SlotsDialog = laterDialog(() => import('./slots-dialog.tsx'), ['slots'])

/** The next free slots and any other time, of which one is chosen. */
export function SlotList({
  free,
  chosen,
  onChoose,
  onOther,
}: {
  free: readonly Date[]
  /** Null for another time. */
  chosen: Date | null
  onChoose: (at: Date) => void
  onOther: () => void
}) {
  const t = useTranslations('picker.slots')
  const dates = useDates()
  const name = useId()
  const rows = [
    ...free.map((at, index) => {
      const days = daysFromToday(at, dates.timeZone)
      const values = { day: dates.fullDay(at), time: dates.time(at) }
      return {
        key: at.toISOString(),
        label: t(days === 0 ? 'today' : 'day', values),
        aside: index === 0 ? t('next') : days === 1 ? t('tomorrow') : null,
        isChosen: chosen?.getTime() === at.getTime(),
        choose: () => onChoose(at),
      }
    }),
    { key: 'other', label: t('other'), aside: null, isChosen: chosen === null, choose: onOther },
  ]
  return (
    <fieldset aria-label={t('label')} className="divide-y divide-line border-y border-line">
      {rows.map(({ key, label, aside, isChosen, choose }) => (
        <label key={key} className="flex min-h-11 cursor-pointer items-center gap-2.5 py-2 text-14">
          <input type="radio" name={name} checked={isChosen} onChange={choose} className="size-4.5 accent-pond" />
          <span className={classNames('min-w-0 flex-1', isChosen && 'font-strong')}>{label}</span>
          {aside && <span className="text-13 text-ink-soft">{aside}</span>}
        </label>
      ))}
    </fieldset>
  )
}

/** Leads to the weekly times, which it opens over whatever it stands in. */
export function WeeklyTimesLink({ hasSome }: { hasSome: boolean }) {
  const t = useTranslations('picker.slots')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={buttonClass({ variant: 'quiet', size: 'sm' }, '-ms-3 self-start')}
        onClick={() => setIsOpen(true)}
      >
        {t(hasSome ? 'change' : 'set')}
      </button>
      {isOpen && <SlotsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
