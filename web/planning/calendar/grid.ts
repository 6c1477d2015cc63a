import type { ComponentProps, ComponentType } from 'react'
import type { CalendarView } from '#core/posts/calendar.ts'
import type { CalendarPost } from '#core/posts/contract.ts'
import type { DayNames } from './use-day-names.ts'
import type { CalendarDay } from './use-days.ts'

export interface MoveControls {
  PostGrip: ComponentType<ComponentProps<'button'> & { post: CalendarPost }>
  DropArea: ComponentType<{ date: string; time?: string }>
}

export interface Grid {
  view: CalendarView
  days: readonly string[]
  /** The shown month as `2025-12`; days of other months are dimmed. Empty in a week view, where no day is dimmed. */
  month: string
  today: string
  byDate: ReadonlyMap<string, CalendarDay>
  isRead: boolean
  isFiltered?: boolean
  names: DayNames
  withHijri: boolean
  opened: string | null
  atRisk?: ReadonlySet<string>
  moveControls?: MoveControls
  isMovable?: boolean
  onOpen: (date: string) => void
}
