import { useFormatter, useTranslations } from 'use-intl'
import { worstOf, type DayState } from '#core/posts/calendar.ts'
import { classNames } from '../../lib/class-names.ts'
import { LilyPad } from '../../ui/lily-pad.tsx'
import { countOf, type CalendarDay } from './use-days.ts'

const LOOKS: Record<DayState, { tone: 'pond' | 'past' | 'lily' | 'coral'; text: string }> = {
  failed: { tone: 'coral', text: 'text-on-coral' },
  missed: { tone: 'coral', text: 'text-on-coral' },
  unconfirmed: { tone: 'lily', text: 'text-ink dark:text-on-pond' },
  publishing: { tone: 'pond', text: 'text-on-pond' },
  scheduled: { tone: 'pond', text: 'text-on-pond' },
  published: { tone: 'past', text: 'text-paper' },
}

const IN_TROUBLE = ['failed', 'missed', 'unconfirmed'] as const

/** Counts of a day: posts with problems, published posts and scheduled posts. Its parent announces them. */
export function DayCount({
  day,
  isAtRisk = false,
  className,
}: {
  day: CalendarDay | undefined
  /** Whether all its scheduled posts are at risk. */
  isAtRisk?: boolean
  className?: string
}) {
  const worst = day && worstOf(day.byStatus)
  if (!worst) return null
  const { byStatus } = day
  const [out, all] = [byStatus.published ?? 0, countOf(day)]
  const troubled = IN_TROUBLE.reduce((sum, state) => sum + (byStatus[state] ?? 0), 0)
  const coming = all - troubled - out
  // Three counts fit into a narrow cell only at a smaller size.
  const isTight = [troubled, out, coming].every((count) => count > 0)
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-flex items-center',
        isTight ? 'gap-px *:[&_svg]:size-4 md:*:[&_svg]:size-5' : 'flex-wrap gap-0.5',
        className,
      )}
    >
      {troubled > 0 && <CountPad state={worst} count={troubled} />}
      {out > 0 && <CountPad state="published" count={out} />}
      {coming > 0 && <CountPad state={isAtRisk ? 'unconfirmed' : 'scheduled'} count={coming} />}
    </span>
  )
}

/** The legend for the count colours on these days. */
export function CountLegend({ days }: { days: Iterable<CalendarDay> }) {
  const t = useTranslations('calendar')
  const states = useTranslations('posts.statuses')
  const all = [...days]
  const stands = (those: readonly DayState[]) =>
    all.some(({ byStatus }) => those.some((state) => (byStatus[state] ?? 0) > 0))
  const meanings = [
    { tone: 'coral', says: t('needsYou'), isSeen: stands(IN_TROUBLE) },
    { tone: 'past', says: states('published'), isSeen: stands(['published']) },
    { tone: 'pond', says: states('scheduled'), isSeen: stands(['scheduled', 'publishing']) },
  ] as const
  const seen = meanings.filter(({ isSeen }) => isSeen)
  if (seen.length === 0) return null
  return (
    <p aria-hidden="true" className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-soft">
      {seen.map(({ tone, says }) => (
        <span key={tone} className="inline-flex items-center gap-1.5">
          <LilyPad tone={tone} size={14} isLabelled />
          {says}
        </span>
      ))}
    </p>
  )
}

function CountPad({ state, count }: { state: DayState; count: number }) {
  const format = useFormatter()
  const { tone, text } = LOOKS[state]
  return (
    <span className="inline-grid place-items-center *:col-start-1 *:row-start-1">
      <LilyPad tone={tone} size={count > 99 ? 34 : 24} isLabelled />
      <span className={classNames('z-1 text-13 font-strong tabular-nums', text)}>{format.number(count)}</span>
    </span>
  )
}
