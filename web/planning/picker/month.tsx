import { useMemo, useState } from 'react'
import { DayPicker, type Matcher } from 'react-day-picker'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { DIRECTION } from '#core/language.ts'
import type { Post } from '#core/posts/contract.ts'
import { useFirstWeekday } from '../../lib/first-weekday.ts'
import { useLanguage } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { ChevronLeft, ChevronRight } from '../../ui/icons.ts'

const ARROW =
  'inline-flex size-11 items-center justify-center rounded-control text-ink-soft hover:bg-sunk hover:text-ink aria-disabled:invisible md:size-9'

const HIJRI = { calendar: 'islamic-umalqura', timeZone: 'UTC' } as const

const NO_POSTS: ReadonlyMap<string, readonly Post[]> = new Map()

type Look = { weekday?: 'long' | 'short'; day?: 'numeric'; month?: 'long'; year?: 'numeric' }

const LOOK = {
  months: 'w-full',
  month: 'grid grid-cols-[1fr_auto_auto] items-center',
  month_caption: 'order-first px-1 text-14 font-strong',
  button_previous: ARROW,
  button_next: ARROW,
  month_grid: 'col-span-3 mt-1 w-full table-fixed border-collapse',
  week: '@max-[36rem]:[&:not(:has(button:enabled))]:hidden',
  weekday: 'h-8 text-13 font-normal text-ink-soft',
  day: 'p-0 text-center',
  day_button:
    'relative inline-flex size-11 max-w-full items-center justify-center rounded-control text-14 hover:bg-sunk disabled:text-ink-faint disabled:hover:bg-transparent md:size-10',
  today:
    '[&>button]:font-strong [&>button]:text-pond [&>button]:ring-1 [&>button]:ring-line-strong [&>button]:ring-inset',
  selected: '[&>button]:bg-pond! [&>button]:font-strong [&>button]:text-on-pond!',
  disabled: '',
  outside: 'invisible',
}

const DOT =
  "[&>button]:after:absolute [&>button]:after:bottom-1.5 [&>button]:after:size-1 [&>button]:after:rounded-full [&>button]:after:bg-current [&>button]:after:content-['']"
const DOTS = {
  one: DOT,
  two: `${DOT} [&>button]:after:-ms-1.5 [&>button]:after:shadow-[6px_0_currentColor] rtl:[&>button]:after:shadow-[-6px_0_currentColor]`,
  many: `${DOT} [&>button]:after:shadow-[6px_0_currentColor,-6px_0_currentColor]`,
}

interface MonthProps {
  date: string
  today: string
  /** Offers days up to today instead of from today. */
  isPast?: boolean
  posts?: ReadonlyMap<string, readonly Post[]>
  onChoose: (date: string) => void
  onShow?: (month: string) => void
}

/** Days are calendar dates, which the library stores as UTC midnights. The user's time zone has no effect. */
export function Month({ date, today, isPast = false, posts = NO_POSTS, onChoose, onShow }: MonthProps) {
  const t = useTranslations('picker')
  const format = useFormatter()
  const { language } = useLanguage()
  const weekStartsOn = useFirstWeekday()
  const [shown, setShown] = useState({ of: date, month: midnight(date || today) })
  const month = shown.of === date ? shown.month : midnight(date || today)

  const locale = useLocale()
  const withHijri = useUser().user?.hijriDates ?? false
  const { formatters, labels } = useMemo(() => {
    const write = (day: Date, look: Look) => format.dateTime(day, { ...look, timeZone: 'UTC' })
    const gregorian = (day: Date) => write(day, { month: 'long', year: 'numeric' })
    const hijriMonth = new Intl.DateTimeFormat(locale, { ...HIJRI, month: 'long', year: 'numeric' })
    const hijriDay = new Intl.DateTimeFormat(locale, { ...HIJRI, day: 'numeric', month: 'long', year: 'numeric' })
    const caption = (day: Date) =>
      withHijri ? `${gregorian(day)} · ${hijriMonth.formatRange(day, lastOf(day))}` : gregorian(day)
    return {
      formatters: {
        formatCaption: caption,
        formatDay: (day: Date) => write(day, { day: 'numeric' }),
        // Arabic has no short day names, but they stay clear without the article.
        formatWeekdayName: (day: Date) => write(day, { weekday: 'short' }).replace(/^ال/, ''),
      },
      labels: {
        labelGrid: caption,
        labelPrevious: () => t('previousMonth'),
        labelNext: () => t('nextMonth'),
        labelWeekday: (day: Date) => write(day, { weekday: 'long' }),
        labelDayButton: (day: Date, { today: isToday }: { today?: boolean }) => {
          const name = write(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
          const count = posts.get(dateOf(day))?.length ?? 0
          const called = withHijri ? `${name} · ${hijriDay.format(day)}` : name
          const named = count > 0 ? t('posts', { day: called, count }) : called
          return isToday ? t('today', { day: named }) : named
        },
      },
    }
  }, [format, locale, posts, t, withHijri])
  const withPosts = (fits: (count: number) => boolean): Matcher[] =>
    [...posts].filter(([, ofDay]) => fits(ofDay.length)).map(([day]) => midnight(day))

  return (
    <DayPicker
      mode="single"
      required
      timeZone="UTC"
      lang={language}
      dir={DIRECTION[language]}
      weekStartsOn={weekStartsOn}
      navLayout="around"
      selected={date ? midnight(date) : undefined}
      onSelect={(day) => onChoose(dateOf(day))}
      month={month}
      onMonthChange={(next) => {
        setShown({ of: date, month: next })
        onShow?.(dateOf(next).slice(0, 7))
      }}
      {...(isPast ? { endMonth: midnight(today) } : { startMonth: midnight(today) })}
      today={midnight(today)}
      disabled={isPast ? { after: midnight(today) } : { before: midnight(today) }}
      modifiers={{
        one: withPosts((count) => count === 1),
        two: withPosts((count) => count === 2),
        many: withPosts((count) => count > 2),
      }}
      modifiersClassNames={DOTS}
      classNames={LOOK}
      components={PARTS}
      formatters={formatters}
      labels={labels}
    />
  )
}

const PARTS = {
  Chevron: ({ orientation, className }: { orientation?: string; className?: string }) => {
    const Arrow = orientation === 'left' ? ChevronLeft : ChevronRight
    return <Arrow size={18} strokeWidth={1.75} className={className} />
  },
}

const midnight = (date: string): Date => new Date(`${date}T00:00Z`)
const lastOf = (month: Date): Date => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0))
const dateOf = (day: Date): string => new Date(day).toISOString().slice(0, 10)
