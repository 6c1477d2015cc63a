import { useTranslations } from 'use-intl'
import { CALENDAR_VIEWS } from '#core/posts/calendar.ts'
import { useDates } from '../../lib/dates.ts'
import { useIsWide } from '../../lib/is-wide.ts'
import { useUser } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChevronLeft, ChevronRight } from '../../ui/icons.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import type { Calendar } from './use-calendar.ts'
import { useDayDialogs } from './use-day-dialogs.tsx'
import { useDayNames } from './use-day-names.ts'
import { NO_FILTER } from './use-days.ts'

type WeekCalendarProps = { calendar: Calendar; isBusy: boolean; atRisk: ReadonlySet<string> }

export function WeekCalendar({ calendar, isBusy, atRisk }: WeekCalendarProps) {
  const t = useTranslations('calendar')
  const missing = useTranslations('app.unreachable')
  const names = useDayNames()
  const withHijri = useUser().user?.hijriDates ?? false
  const isWide = useIsWide()
  const zone = useDates().zoneName(useNow())
  const { view, setView, date, setDate, step, days, today, byDate, error, isPending } = calendar
  const { opened, open, dialogs } = useDayDialogs(today, NO_FILTER)
  const [first = date, last = date] = [days[0], days.at(-1)]
  const rest = isBusy && !isPending ? days.find((day) => day >= today && !byDate.has(day)) : undefined
  return (
    <section aria-labelledby="calendar">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 md:min-h-(--control)">
        <h2 id="calendar" className="text-16 font-strong">
          {view === 'month' ? names.month(date) : names.range(first, last)}
        </h2>
        <p className="text-13 text-ink-soft max-md:order-1 max-md:basis-full">
          {withHijri ? t('summary', { posts: names.hijriRange(first, last), zone }) : zone}
        </p>
        <div className="ms-auto flex items-center">
          {!days.includes(today) && (
            <Button size="sm" onClick={() => setDate(today)}>
              {t('today')}
            </Button>
          )}
          <IconButton label={t(`previous.${view}`)} onClick={() => step(-1)}>
            <ChevronLeft size={20} strokeWidth={1.75} className="points" />
          </IconButton>
          <IconButton label={t(`next.${view}`)} onClick={() => step(1)}>
            <ChevronRight size={20} strokeWidth={1.75} className="points" />
          </IconButton>
        </div>
        <div className="max-md:hidden">
          <Segmented
            label={t('view')}
            isLabelHidden
            value={view}
            options={CALENDAR_VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
            onChange={setView}
          />
        </div>
      </div>
      {error ? (
        <p className="border-y border-line py-4 text-14 text-ink-soft">{missing('here')}</p>
      ) : (
        <CalendarGrid
          view={isWide ? view : 'month'}
          days={days}
          month={view === 'month' ? date.slice(0, 7) : ''}
          today={today}
          byDate={byDate}
          isRead={!isPending}
          names={names}
          withHijri={withHijri}
          opened={opened}
          restDay={rest}
          atRisk={atRisk}
          onOpen={open}
        />
      )}
      {dialogs}
    </section>
  )
}
