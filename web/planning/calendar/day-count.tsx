import { useFormatter, useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { DayState } from '#core/posts/calendar.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { useLivePosts } from '../../lib/live-posts.ts'
import { LilyPad } from '../../ui/lily-pad.tsx'
import { worstState } from './use-day-label.ts'
import { countOf, type CalendarDay } from './use-days.ts'

const LOOKS: Record<DayState | 'atRisk', { tone: 'pond' | 'past' | 'lily' | 'coral'; text: string }> = {
  failed: { tone: 'coral', text: 'text-on-coral' },
  missed: { tone: 'coral', text: 'text-on-coral' },
  unconfirmed: { tone: 'lily', text: 'text-ink dark:text-on-pond' },
  in_review: { tone: 'lily', text: 'text-ink dark:text-on-pond' },
  atRisk: { tone: 'lily', text: 'text-ink dark:text-on-pond' },
  publishing: { tone: 'pond', text: 'text-on-pond' },
  scheduled: { tone: 'pond', text: 'text-on-pond' },
  published: { tone: 'past', text: 'text-paper' },
}

type DayCountProps = {
  day: CalendarDay | undefined
  accounts: readonly SocialAccount[] | undefined
  className?: string
}

/** Shows the number of posts of a day in a lily pad icon, in the colour of their worst state. */
export function DayCount({ day, accounts, className }: DayCountProps) {
  const { dayKey } = useDates()
  const livePosts = useLivePosts()
  const state = worstState(day, accounts)
  if (!day || !state) return null
  return (
    <span aria-hidden="true" className={classNames('inline-flex items-center', className)}>
      <CountPad
        state={state}
        count={countOf(day)}
        isFilling={livePosts.some(({ publishedAt }) => publishedAt && dayKey(new Date(publishedAt)) === day.date)}
      />
    </span>
  )
}

interface CountLegendProps {
  days: Iterable<CalendarDay>
  accounts: readonly SocialAccount[] | undefined
}

/** Explains the colours of the counts in view. */
export function CountLegend({ days, accounts }: CountLegendProps) {
  const t = useTranslations('calendar')
  const states = useTranslations('posts.statuses')
  const seen = new Set(Array.from(days, (day) => worstState(day, accounts)))
  const meanings = [
    { tone: 'coral', text: t('needsYou'), isSeen: seen.has('failed') || seen.has('missed') },
    { tone: 'lily', text: states('unconfirmed'), isSeen: seen.has('unconfirmed') },
    { tone: 'lily', text: states('in_review'), isSeen: seen.has('in_review') },
    { tone: 'lily', text: states('atRisk'), isSeen: seen.has('atRisk') },
    { tone: 'past', text: states('published'), isSeen: seen.has('published') },
    { tone: 'pond', text: states('scheduled'), isSeen: seen.has('scheduled') || seen.has('publishing') },
  ] as const
  const shownMeanings = meanings.filter(({ isSeen }) => isSeen)
  if (shownMeanings.length === 0) return null
  return (
    <p aria-hidden="true" className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-soft">
      {shownMeanings.map(({ tone, text }) => (
        <span key={text} className="inline-flex items-center gap-1.5">
          <LilyPad tone={tone} size={14} isLabelled />
          {text}
        </span>
      ))}
    </p>
  )
}

function CountPad({
  state,
  count,
  isFilling = false,
}: {
  state: keyof typeof LOOKS
  count: number
  isFilling?: boolean
}) {
  const format = useFormatter()
  const { tone, text } = LOOKS[state]
  return (
    <span className="inline-grid place-items-center *:col-start-1 *:row-start-1">
      <LilyPad tone={tone} size={count > 99 ? 34 : 24} isLabelled />
      {isFilling && <LilyPad size={count > 99 ? 34 : 24} isLabelled className="fills-once" />}
      <span className={classNames('z-1 text-13 font-strong tabular-nums', text)}>{format.number(count)}</span>
    </span>
  )
}
