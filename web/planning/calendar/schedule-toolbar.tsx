import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CALENDAR_VIEWS, type CalendarView } from '#core/posts/calendar.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChevronLeft, ChevronRight, Plus } from '../../ui/icons.ts'
import { Segmented } from '../../ui/segmented.tsx'

interface ScheduleToolbarProps {
  title: ReactNode
  note: ReactNode
  view: CalendarView
  filterButton: ReactNode
  onView: (view: CalendarView) => void
  onStep: (by: 1 | -1) => void
  /** Shows today again. Undefined while the calendar shows today. */
  onToday?: (() => void) | undefined
  /** Undefined for members who may not add posts. */
  onAdd?: (() => void) | undefined
}

/** The top of the schedule. It fetches no data, because the build prerenders it. */
export function ScheduleToolbar({
  title,
  note,
  view,
  filterButton,
  onView,
  onStep,
  onToday,
  onAdd,
}: ScheduleToolbarProps) {
  const t = useTranslations('calendar')
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-2 md:gap-x-3">
      <div className="me-auto flex min-w-0 flex-wrap items-baseline gap-x-3 max-md:flex-[1_1_5rem]">
        <h1 className="title text-20 md:text-28 max-md:rtl:text-16">{title}</h1>
        {note}
      </div>
      {/* On a phone, this button is in the second row, because the first one has no space for it. */}
      {onToday && (
        <>
          <span className="-mb-2 basis-full max-md:order-1 md:hidden" />
          <Button size="sm" className="max-md:order-1" onClick={onToday}>
            {t('today')}
          </Button>
        </>
      )}
      <div className="flex items-center">
        <IconButton label={t(`previous.${view}`)} onClick={() => onStep(-1)}>
          <ChevronLeft size={20} strokeWidth={1.75} className="points" />
        </IconButton>
        <IconButton label={t(`next.${view}`)} onClick={() => onStep(1)}>
          <ChevronRight size={20} strokeWidth={1.75} className="points" />
        </IconButton>
      </div>
      {filterButton}
      <div className={classNames('max-md:order-1', onToday ? 'max-md:flex-1' : 'max-md:w-full')}>
        <Segmented
          label={t('view')}
          isLabelHidden
          value={view}
          options={CALENDAR_VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
          onChange={onView}
        />
      </div>
      {onAdd && (
        <Button variant="primary" className="max-sm:px-3" onClick={onAdd}>
          <Plus size={18} strokeWidth={1.75} className="shrink-0" />
          <span className="max-sm:sr-only">{t('add')}</span>
        </Button>
      )}
    </div>
  )
}

interface CalendarNoteProps {
  /** Whether the note contains only the time zone, for which a phone has no space. */
  isShort: boolean
  className?: string
  children: string
}

export function CalendarNote({ isShort, className, children }: CalendarNoteProps) {
  return (
    <output className={classNames('text-13 text-ink-soft', isShort && 'max-md:sr-only', className)}>{children}</output>
  )
}
