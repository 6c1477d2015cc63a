import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { DIRECTION } from '#core/language.ts'
import { dateInNextView, datesBetween, dayAfter, daysInView } from '#core/posts/calendar.ts'
import type { Post } from '#core/posts/contract.ts'
import { classNames } from '../../lib/class-names.ts'
import { useFirstWeekday } from '../../lib/first-weekday.ts'
import { useLanguage } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { dayForKey } from './day-for-key.ts'
import { ChevronLeft, ChevronRight } from '../../ui/icons.ts'

const ARROW =
  'inline-flex size-11 items-center justify-center rounded-control text-ink-soft hover:bg-sunk hover:text-ink aria-disabled:invisible md:size-9'

const HIJRI = { calendar: 'islamic-umalqura', timeZone: 'UTC' } as const

const NO_POSTS: ReadonlyMap<string, readonly Post[]> = new Map()

type Look = { weekday?: 'long' | 'short'; day?: 'numeric'; month?: 'long'; year?: 'numeric' }

const DAY =
  'relative inline-flex size-11 max-w-full items-center justify-center rounded-control text-14 hover:bg-sunk disabled:text-ink-faint disabled:hover:bg-transparent md:size-10'
const TODAY =
  '[&>button]:font-strong [&>button]:text-pond [&>button]:ring-1 [&>button]:ring-line-strong [&>button]:ring-inset'
const SELECTED = '[&>button]:bg-pond! [&>button]:font-strong [&>button]:text-on-pond!'

const DOT =
  "[&>button]:after:absolute [&>button]:after:bottom-1.5 [&>button]:after:size-1 [&>button]:after:rounded-full [&>button]:after:bg-current [&>button]:after:content-['']"
const DOTS = [
  '',
  DOT,
  `${DOT} [&>button]:after:-ms-1.5 [&>button]:after:shadow-[6px_0_currentColor] rtl:[&>button]:after:shadow-[-6px_0_currentColor]`,
  `${DOT} [&>button]:after:shadow-[6px_0_currentColor,-6px_0_currentColor]`,
]

interface MonthProps {
  date: string
  today: string
  /** The days that the user can choose. Past and coming days include today. */
  offers?: 'past' | 'coming' | 'all'
  posts?: ReadonlyMap<string, readonly Post[]>
  onChoose: (date: string) => void
  onShow?: (month: string) => void
}

/** A calendar of one month, with the keyboard controls of an ARIA date grid. Its days have no time zone. */
export function Month({ date, today, offers = 'coming', posts = NO_POSTS, onChoose, onShow }: MonthProps) {
  const { language } = useLanguage()
  const direction = DIRECTION[language]
  const weekStartsOn = useFirstWeekday()
  const t = useTranslations('picker')
  const names = useNames(posts)
  const [shown, setShown] = useState({ of: date, day: date || today })
  const [lastFocused, setLastFocused] = useState('')
  const table = useRef<HTMLTableElement>(null)
  const dayToFocus = useRef('')
  useLayoutEffect(() => {
    if (dayToFocus.current)
      table.current?.querySelector<HTMLElement>(`[data-day="${dayToFocus.current}"] button`)?.focus()
    dayToFocus.current = ''
  })

  const isOffered = (day: string) => offers === 'all' || (offers === 'past' ? day <= today : day >= today)
  const wanted = shown.of === date ? shown.day : date || today
  const month = (isOffered(wanted) ? wanted : today).slice(0, 7)
  const days = daysInView('month', `${month}-01`, weekStartsOn)
  const last = days.at(-1) ?? today
  // In the last week of a month, the user can also choose a day of the following week.
  if (offers === 'coming' && dayAfter(last, -7) < today)
    days.push(...datesBetween(dayAfter(last, 1), dayAfter(last, 7)))
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const offered = days.filter(isOffered)
  const tabStop = [lastFocused, date, today].find((day) => offered.includes(day)) ?? offered[0]

  const show = (day: string) => {
    setShown({ of: date, day })
    if (day.slice(0, 7) !== month) onShow?.(day.slice(0, 7))
  }
  const pageButton = (step: 1 | -1) => {
    const next = dateInNextView('month', `${month}-01`, step)
    const isEnd =
      offers !== 'all' &&
      (offers === 'past' ? next.slice(0, 7) > today.slice(0, 7) : next.slice(0, 7) < today.slice(0, 7))
    const Arrow = (step === 1) === (direction === 'ltr') ? ChevronRight : ChevronLeft
    return (
      <button
        type="button"
        className={ARROW}
        tabIndex={isEnd ? -1 : undefined}
        aria-disabled={isEnd || undefined}
        aria-label={t(step === 1 ? 'nextMonth' : 'previousMonth')}
        onClick={() => !isEnd && show(next)}
      >
        <Arrow size={18} strokeWidth={1.75} />
      </button>
    )
  }
  const moveFocus = (event: KeyboardEvent, from: string) => {
    const next = dayForKey(event, from, direction, weekStartsOn)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    if (!isOffered(next)) return
    dayToFocus.current = next
    show(next)
  }

  return (
    <div lang={language} dir={direction} className="grid w-full grid-cols-[1fr_auto_auto] items-center">
      {pageButton(-1)}
      <div className="order-first px-1 text-14 font-strong">
        <output aria-live="polite">{names.caption(month)}</output>
      </div>
      {pageButton(1)}
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrow keys move in it
        role="grid"
        aria-label={names.caption(month)}
        className="col-span-3 mt-1 w-full table-fixed border-collapse"
      >
        <thead aria-hidden="true">
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day} scope="col" className="h-8 text-13 font-normal text-ink-soft">
                {names.weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]} className="[&:not(:has(button:enabled))]:hidden">
              {week.map((day) => (
                <td
                  key={day}
                  data-day={day}
                  aria-selected={day === date || undefined}
                  className={classNames(
                    'p-0 text-center',
                    day === today && TODAY,
                    day === date && SELECTED,
                    DOTS[Math.min(posts.get(day)?.length ?? 0, 3)],
                  )}
                >
                  {(day.startsWith(month) || isOffered(day)) && (
                    <button
                      type="button"
                      className={classNames(DAY, !day.startsWith(month) && 'text-ink-soft')}
                      disabled={!isOffered(day)}
                      tabIndex={day === tabStop ? 0 : -1}
                      aria-label={day === today ? t('today', { day: names.day(day) }) : names.day(day)}
                      onClick={() => onChoose(day)}
                      onFocus={() => setLastFocused(day)}
                      onKeyDown={(event) => moveFocus(event, day)}
                    >
                      {names.number(day)}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns captions and names of days. They include the Hijri date if the user has chosen Hijri dates. */
function useNames(posts: ReadonlyMap<string, readonly Post[]>) {
  const t = useTranslations('picker')
  const format = useFormatter()
  const locale = useLocale()
  const withHijri = useUser().user?.hijriDates ?? false
  return useMemo(() => {
    const write = (day: string, look: Look) => format.dateTime(midnight(day), { ...look, timeZone: 'UTC' })
    const hijriMonth = new Intl.DateTimeFormat(locale, { ...HIJRI, month: 'long', year: 'numeric' })
    const hijriDay = new Intl.DateTimeFormat(locale, { ...HIJRI, day: 'numeric', month: 'long', year: 'numeric' })
    return {
      caption: (month: string) => {
        const first = `${month}-01`
        const last = dayAfter(dateInNextView('month', first, 1), -1)
        const gregorian = write(first, { month: 'long', year: 'numeric' })
        return withHijri ? `${gregorian} · ${hijriMonth.formatRange(midnight(first), midnight(last))}` : gregorian
      },
      // Arabic has no short weekday names. Removes the article "ال" (the), without which the names are still clear.
      weekday: (day: string) => write(day, { weekday: 'short' }).replace(/^ال/, ''),
      number: (day: string) => write(day, { day: 'numeric' }),
      day: (day: string) => {
        const name = write(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
        const count = posts.get(day)?.length ?? 0
        const named = withHijri ? `${name} · ${hijriDay.format(midnight(day))}` : name
        return count > 0 ? t('posts', { day: named, count }) : named
      },
    }
  }, [format, locale, posts, t, withHijri])
}

const midnight = (date: string): Date => new Date(`${date}T00:00Z`)
