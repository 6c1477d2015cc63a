import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { classNames } from '../../lib/class-names.ts'
import { daysFromToday, useDates } from '../../lib/dates.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { mayAs } from '../../lib/role.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CalendarClock } from '../../ui/icons.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'

const SlotsDialog = lazyDialog(() => import('./slots-dialog.tsx'), ['slots'], 'xl')

export interface Spread {
  times: readonly { platform: Platform; at: Date }[]
  isChosen: boolean
  choose: () => void
}

interface SlotListProps {
  free: readonly Date[]
  spread?: Spread | undefined
  /** The chosen weekly time. Null if the user chose another time. */
  chosen: Date | null
  onChoose: (at: Date) => void
  onOther: () => void
}

export function SlotList({ free, chosen, spread, onChoose, onOther }: SlotListProps) {
  const t = useTranslations('picker.slots')
  const dates = useDates()
  const name = useId()
  const rows = [
    ...(spread
      ? [{ key: 'spread', label: t('spread'), aside: null, isChosen: spread.isChosen, choose: spread.choose }]
      : []),
    ...free.map((at, index) => {
      const days = daysFromToday(at, dates.timeZone)
      const values = { day: dates.fullDay(at), time: dates.time(at) }
      return {
        key: at.toISOString(),
        label: t(days === 0 ? 'today' : 'day', values),
        aside: index === 0 ? t(spread ? 'nextForAll' : 'next') : days === 1 ? t('tomorrow') : null,
        isChosen: !spread?.isChosen && chosen?.getTime() === at.getTime(),
        choose: () => onChoose(at),
      }
    }),
    { key: 'other', label: t('other'), aside: null, isChosen: !spread?.isChosen && chosen === null, choose: onOther },
  ]
  return (
    <fieldset aria-label={t('label')} className="divide-y divide-line border-y border-line">
      {rows.map(({ key, label, aside, isChosen, choose }) => (
        <label key={key} className="flex min-h-11 cursor-pointer items-center gap-2.5 py-2 text-14">
          <input type="radio" name={name} checked={isChosen} onChange={choose} className="size-4.5" />
          <span className={classNames('min-w-0 flex-1', isChosen && 'font-strong')}>{label}</span>
          {aside && <span className="text-13 text-ink-soft">{aside}</span>}
        </label>
      ))}
    </fieldset>
  )
}

export function SpreadTimes({ times }: { times: Spread['times'] }) {
  const t = useTranslations('picker.slots')
  const dates = useDates()
  return (
    <ol className="mt-3 grid gap-x-8 @min-[36rem]:grid-cols-2">
      {times.map(({ platform, at }, index) => (
        <li key={index} className="flex min-h-9 items-center gap-2.5 text-14">
          <PlatformBadge platform={platform} size={18} />
          <span className="sr-only">{rulesOf(platform).name}</span>
          {t('day', { day: dates.fullDay(at), time: dates.time(at) })}
        </li>
      ))}
    </ol>
  )
}

export function WeeklyTimesLink({ hasTimes }: { hasTimes: boolean }) {
  const t = useTranslations('picker.slots')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayAs('editor')) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={buttonClass({ variant: 'quiet', size: 'sm' }, '-ms-3 self-start')}
        onClick={() => setIsOpen(true)}
      >
        <CalendarClock size={16} strokeWidth={1.75} />
        {t(hasTimes ? 'change' : 'set')}
      </button>
      {isOpen && <SlotsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
