import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { clockChange } from '#core/planning/clock-change.ts'
import { weekendAt } from '#core/planning/weekend.ts'
import { wallClock } from '#core/time-zone.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { useNow } from '../../lib/use-now.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DayPosts } from './day-posts.tsx'
import { Month } from './month.tsx'
import { presets } from './presets.ts'
import { SlotList, SpreadTimes, WeeklyTimesLink, type Spread } from './slot-list.tsx'
import { TimeField } from './time-field.tsx'
import { useLocalDigits } from './use-local-digits.ts'
import { useFreeSlots } from './use-free-slots.ts'
import { useMonthPosts } from './use-month-posts.ts'

/** Date and local time in the user's zone. Each is empty until the user chooses it. */
export interface LocalDateTime {
  date: string
  time: string
}

export function TimePicker({
  chosen,
  at,
  isPast,
  isUnchanged = false,
  platforms,
  exceptId,
  spread,
  onChange,
}: {
  chosen: LocalDateTime
  at: Date | null
  isPast: boolean
  isUnchanged?: boolean
  platforms: readonly Platform[]
  /** The id of a post that the user reschedules. Its current time counts as free. */
  exceptId?: string
  spread?: Spread | undefined
  onChange: (chosen: LocalDateTime) => void
}) {
  const words = useTranslations('posts.schedule')
  const timeTextId = useId()
  const now = useNow()
  const { timeZone } = useDates()
  const today = wallClock(now, timeZone).date
  const [shownMonth, setMonth] = useState<string | null>(null)
  const month = shownMonth ?? (chosen.date || today).slice(0, 7)
  const inView = useMonthPosts(month, exceptId)
  const ofDay = useMonthPosts((chosen.date || today).slice(0, 7), exceptId)
  const formatDay = useDayFormat()
  const dayName = chosen.date && formatDay(chosen.date)
  const slots = useFreeSlots(platforms, exceptId)
  const [isOther, setIsOther] = useState(false)
  const slot = isOther ? null : (slots.free.find((item) => item.getTime() === at?.getTime()) ?? null)

  function choose(next: LocalDateTime, isSlot = false) {
    setIsOther(!isSlot)
    if (next.date) setMonth(next.date.slice(0, 7))
    onChange(next)
  }

  return (
    <div className="@container">
      {slots.isPending && <Skeleton className="h-11" />}
      {slots.error && <LoadFailed error={slots.error} onRetry={slots.retry} />}
      {slots.free.length > 0 ? (
        <SlotList
          free={slots.free}
          chosen={slot}
          spread={spread}
          onChoose={(one) => choose(wallClock(one, timeZone), true)}
          onOther={() => choose(chosen)}
        />
      ) : (
        !slots.isPending && <Presets now={now} chosen={chosen} onChoose={choose} />
      )}
      {spread?.isChosen ? (
        <SpreadTimes times={spread.times} />
      ) : (
        <div className="mt-4 grid gap-x-8 gap-y-4 @min-[36rem]:grid-cols-[minmax(0,19rem)_minmax(0,1fr)] @min-[36rem]:grid-rows-[auto_1fr]">
          <fieldset aria-label={words('date')} className="min-w-0 @min-[36rem]:row-span-2">
            <Month
              date={chosen.date}
              today={today}
              posts={inView.byDay}
              onChoose={(date) => choose({ ...chosen, date })}
              onShow={setMonth}
            />
          </fieldset>
          <div className="flex min-w-0 flex-col gap-3 @max-[36rem]:order-first">
            <TimeField
              label={words('time')}
              time={chosen.time}
              isRefused={isPast}
              describedBy={timeTextId}
              onChange={(time) => choose({ ...chosen, time })}
            />
            <ChosenTimeText
              id={timeTextId}
              at={at}
              chosen={chosen}
              isPast={isPast}
              isUnchanged={isUnchanged}
              now={now}
            />
          </div>
          {dayName && (
            <section className="min-w-0 border-t border-line pt-3">
              <h3 className="mb-1 text-14 font-strong">{dayName}</h3>
              {ofDay.error && <LoadFailed error={ofDay.error} onRetry={ofDay.retry} />}
              {ofDay.isPending && <Skeleton className="h-10" />}
              {ofDay.isRead && <DayPosts posts={ofDay.byDay.get(chosen.date) ?? []} />}
            </section>
          )}
        </div>
      )}
      {!slots.isPending && !slots.error && <WeeklyTimesLink hasTimes={slots.free.length > 0} />}
    </div>
  )
}

type PresetsProps = { now: Date; chosen: LocalDateTime; onChoose: (chosen: LocalDateTime) => void }

function Presets({ now, chosen, onChoose }: PresetsProps) {
  const t = useTranslations('picker')
  const format = useFormatter()
  const { timeZone, time } = useDates()
  return (
    <fieldset aria-label={t('presets')} className="flex min-w-0 flex-wrap gap-2">
      {presets(now, timeZone, weekendAt(timeZone, navigator.language)).map(({ kind, at }) => {
        const wall = wallClock(at, timeZone)
        const isChosen = wall.date === chosen.date && wall.time === chosen.time
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(wall)}
            className={buttonClass({ size: 'sm' }, classNames(isChosen && 'border-pond bg-pond-wash text-pond'))}
          >
            {t(`preset.${kind}`, {
              day: format.dateTime(at, { weekday: 'short', day: 'numeric', month: 'short' }),
              time: time(at),
            })}
          </button>
        )
      })}
    </fieldset>
  )
}

interface ChosenTimeTextProps {
  id: string
  at: Date | null
  chosen: LocalDateTime
  isPast: boolean
  isUnchanged: boolean
  now: Date
}

function ChosenTimeText({ id, at, chosen, isPast, isUnchanged, now }: ChosenTimeTextProps) {
  const t = useTranslations('picker')
  const words = useTranslations('posts.schedule')
  const dates = useDates()
  const toLocalDigits = useLocalDigits()
  const formatDay = useDayFormat()
  const change = at && !isPast && clockChange(at, chosen.time, dates.timeZone)
  return (
    <p id={id} aria-live="polite" className="text-13 text-ink-soft">
      {isPast && <span className="block font-strong text-coral">{words('past')}</span>}
      {!at && chosen.time === '' && <span className="block font-strong text-ink">{t('chooseTime')}</span>}
      {at && !isPast && (
        <span className="block font-strong text-ink">
          {words('at', { day: formatDay(wallClock(at, dates.timeZone).date), time: dates.time(at) })}
        </span>
      )}
      {isUnchanged && <span className="block">{words('unchanged')}</span>}
      {change && (
        <span className="block text-lily-ink">
          {t(change, { chosen: toLocalDigits(chosen.time), shown: dates.time(at) })}
        </span>
      )}
      {words('zone', { zone: dates.zoneName(at ?? now) })}
    </p>
  )
}

function useDayFormat(): (date: string) => string {
  const format = useFormatter()
  const year = useNow().getFullYear()
  return (date) => {
    const look = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
    const isThisYear = date.startsWith(`${year}-`)
    return format.dateTime(new Date(`${date}T00:00Z`), isThisYear ? look : { ...look, year: 'numeric' })
  }
}
