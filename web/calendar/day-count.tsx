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

/** How many posts stand on a day: those that are out, and the others in the look of their worst state. Whatever holds it speaks it. */
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
  const worst = day && worstOf(day.byStatus)
  if (!worst) return null
  const out = day.byStatus.published ?? 0
  const others = countOf(day) - out
  return (
    <span aria-hidden="true" className={classNames('inline-flex items-center max-md:-space-x-1', className)}>
      {out > 0 && <CountPad state="published" count={out} />}
      {others > 0 && <CountPad state={isAtRisk && worst === 'scheduled' ? 'unconfirmed' : worst} count={others} />}
    </span>
  )
}

function CountPad({ state, count }: { state: DayState; count: number }) {
  const format = useFormatter()
  const { tone, text } = LOOKS[state]
  return (
    <span className="inline-grid place-items-center *:col-start-1 *:row-start-1">
      <Pad tone={tone} size={count > 99 ? 34 : 24} isLabelled />
      <span className={classNames('z-1 text-13 font-strong tabular-nums', text)}>{format.number(count)}</span>
    </span>
  )
}
