import type { SocialAccount } from '#core/accounts/contract.ts'
import type { CalendarView } from '#core/posts/calendar.ts'
import type { DayNames } from '#core/posts/day-names.ts'
import type { CalendarDay, CalendarFilter } from './use-days.ts'

export interface Grid {
  view: CalendarView
  days: readonly string[]
  /** The weeks of the current month before this week. */
  earlier?: readonly string[]
  /**
   * The months that are shown in full, such as `2025-12`. Days of other months are dimmed. If empty, no day is dimmed.
   */
  months: readonly string[]
  today: string
  byDate: ReadonlyMap<string, CalendarDay>
  isRead: boolean
  isPending?: boolean
  isFiltered?: boolean
  filter?: CalendarFilter
  names: DayNames
  withHijri: boolean
  opened: string | null
  /** The day that the calendar must show, for example after a press on a search result. */
  shownDay?: string
  /** Undefined until the accounts have loaded. */
  accounts?: readonly SocialAccount[] | undefined
  /** The maximum number of posts that a day of a week lists. Undefined for all that the server returns. */
  maxPosts?: number
  /** Whether the user can drag the posts. */
  isMovable?: boolean
  onOpen: (date: string) => void
}
