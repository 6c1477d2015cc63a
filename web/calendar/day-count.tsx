import { Check } from 'lucide-react'
import { useFormatter } from 'use-intl'
import { worstOf, type DayState } from '#core/posts/calendar.ts'
import { classNames } from '../lib/class-names.ts'
import { Pad } from '../ui/pad.tsx'
import { countOf, type CalendarDay } from './use-days.ts'

const LOOKS: Record<DayState, { tone: 'pond' | 'past' | 'lily' | 'coral'; text: string }> = {
  failed: { tone: 'coral', text: 'text-on-coral' },
  missed: { tone: 'coral', text: 'text-on-coral' },
  unconfirmed: { tone: 'lily', text: 'text-ink dark:text-on-pond' },
  publishing: { tone: 'pond', text: 'text-on-pond' },
  scheduled: { tone: 'pond', text: 'text-on-pond' },
  published: { tone: 'past', text: 'text-paper' },
}

/** How many posts stand on a day; the worst state of them is its colour, and is spoken by whatever holds it. */
export function DayCount({
  day,
  isAtRisk = false,
  className,
}: {
  day: CalendarDay | undefined
  /** None of its posts would go out as things stand. */
  isAtRisk?: boolean
  className?: string
}) {
  const format = useFormatter()
  const worst = day && worstOf(day.byStatus)
  if (!worst) return null
  const { tone, text } = LOOKS[isAtRisk && worst === 'scheduled' ? 'unconfirmed' : worst]
  const count = countOf(day)
  // How many of them are out; a day whose posts are all out has a look of its own.
  const out = day.byStatus.published ?? 0
  return (
    <span aria-hidden="true" className={classNames('inline-flex items-center gap-1', className)}>
      {out > 0 && worst !== 'published' && (
        <span className="inline-flex items-center text-13 font-strong text-pond tabular-nums">
          <Check size={13} strokeWidth={2.5} />
          {format.number(out)}
        </span>
      )}
      <span className="inline-grid place-items-center *:col-start-1 *:row-start-1">
        <Pad tone={tone} size={count > 99 ? 34 : 24} isLabelled />
        <span className={classNames('z-1 text-13 font-strong tabular-nums', text)}>{format.number(count)}</span>
      </span>
    </span>
  )
}
