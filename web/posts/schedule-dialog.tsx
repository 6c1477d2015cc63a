import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useDates } from '../lib/dates.ts'
import { instantOf, nextSameTime, wallClock } from '#core/time-zone.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useNow } from '../lib/now.ts'

const NO_TIME = { date: '', time: '' }

/** Asks for a time still to come, on the person's own clock. */
export function ScheduleDialog({
  title,
  description,
  notice,
  scheduledAt = null,
  isPending,
  onSchedule,
  onClose,
}: {
  title: string
  description?: ReactNode
  /** What became of the post since it was opened. */
  notice?: ReactNode
  scheduledAt?: Date | null
  isPending: boolean
  onSchedule: (at: Date) => void
  onClose: () => void
}) {
  const t = useTranslations('posts.schedule')
  const app = useTranslations('app')
  const now = useNow()
  const dates = useDates()
  const { timeZone } = dates
  // Fixed while the dialog is open: what is compared with it is what the fields began with.
  const [proposed] = useState(() => scheduledAt && nextSameTime(scheduledAt, now, timeZone))
  const start = proposed ? wallClock(proposed, timeZone) : NO_TIME
  const [date, setDate] = useState(start.date)
  const [time, setTime] = useState(start.time)
  const [isPast, setIsPast] = useState(false)
  const at = instantOf(date, time, timeZone, proposed)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (at === null) return
    if (at <= new Date()) return setIsPast(true)
    onSchedule(at)
  }

  return (
    <Dialog title={title} description={description} closeLabel={app('close')} onClose={onClose}>
      {notice}
      <form noValidate onSubmit={submit} onInput={() => setIsPast(false)}>
        <div className="grid grid-cols-2 gap-3">
          <TextField
            type="date"
            label={t('date')}
            value={date}
            min={wallClock(now, timeZone).date}
            onChange={(event) => setDate(event.target.value)}
          />
          <TextField type="time" label={t('time')} value={time} onChange={(event) => setTime(event.target.value)} />
        </div>
        <p aria-live="polite" className="mt-3 min-h-10 text-13 text-ink-soft">
          {isPast ? (
            <span className="font-strong text-coral">{t('past')}</span>
          ) : (
            at && (
              <span className="font-strong text-ink">{t('at', { day: dates.fullDay(at), time: dates.time(at) })}</span>
            )
          )}
          {(at || isPast) && <br />}
          {t('zone', { zone: dates.zoneName(at ?? now) })}
        </p>
        <DialogActions>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button type="submit" variant="primary" disabled={at === null} isPending={isPending}>
            {t('submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
