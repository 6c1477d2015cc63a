import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { CALENDAR_VIEWS } from '#core/posts/calendar.ts'
import type { CalendarCell } from '#core/posts/moved-time.ts'
import { useDates } from '../../lib/dates.ts'
import { useIsWide } from '../../lib/is-wide.ts'
import { useUser } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChevronLeft, ChevronRight } from '../../ui/icons.ts'
import { Segmented } from '../../ui/segmented.tsx'
import type { Idea } from '../../writing/drafts/ideas.ts'
import { ScheduleDraft } from '../../writing/drafts/lazy-schedule-draft.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { DraftRow } from './draft-row.tsx'
import { MovableCalendar } from './movable-calendar.tsx'
import type { Calendar } from './use-calendar.ts'
import { useDayDialogs } from './use-day-dialogs.tsx'
import { useDayNames } from './use-day-names.ts'
import { NO_FILTER } from './use-days.ts'

/** More posts of one day would push the rest of the dashboard down. The day lists all of them. */
const MAX_POSTS = 3

type WeekCalendarProps = { calendar: Calendar; draftCount: number; accounts: readonly SocialAccount[] | undefined }

/**
 * The dashboard's calendar with the user's drafts below it. The user can drag a draft to a time, or choose a free time
 * in its menu.
 */
export function WeekCalendar({ calendar, draftCount, accounts }: WeekCalendarProps) {
  const t = useTranslations('calendar')
  const names = useDayNames()
  const withHijri = useUser().user?.hijriDates ?? false
  const isWide = useIsWide()
  const now = useNow()
  const zone = useDates().zoneName(now)
  const { view, setView, date, setDate, step, days, earlier, months, today, byDate, error, isPending } = calendar
  const { opened, open, dialogs } = useDayDialogs(today, NO_FILTER, byDate)
  const [sent, setSent] = useState<{ idea: Idea; cell: CalendarCell } | null>(null)
  const [first = date, last = date] = [days[0], days.at(-1)]
  return (
    <section aria-labelledby="calendar">
      <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 md:min-h-(--control)">
        <h2 id="calendar" className="text-16 font-strong">
          {months.length > 0 ? names.months(`${months[0]}-01`, `${months.at(-1)}-01`) : names.range(first, last)}
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
      <MovableCalendar
        view={view}
        days={days}
        today={today}
        hasHours={false}
        onDraft={(idea, cell) => setSent({ idea, cell })}
      >
        <CalendarGrid
          view={isWide ? view : 'week'}
          days={days}
          earlier={earlier}
          months={months}
          today={today}
          byDate={byDate}
          isRead={!isPending && !error}
          isPending={isPending}
          names={names}
          withHijri={withHijri}
          opened={opened}
          accounts={accounts}
          maxPosts={MAX_POSTS}
          onOpen={open}
        />
        {draftCount > 0 && (
          <DraftRow
            count={draftCount}
            free={days.flatMap((day) => byDate.get(day)?.free ?? []).filter(({ at }) => new Date(at) > now)}
            onSend={(idea, cell) => setSent({ idea, cell })}
          />
        )}
      </MovableCalendar>
      {sent && <ScheduleDraft {...sent} onClose={() => setSent(null)} />}
      {dialogs}
    </section>
  )
}
