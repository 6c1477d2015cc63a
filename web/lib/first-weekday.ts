import { firstWeekday, type WeekStart } from '#core/posts/week-start.ts'
import { useUser } from './session.ts'

/** The first day of the user's week; 0 is Sunday. */
export function useFirstWeekday(): WeekStart {
  return firstWeekday(navigator.language, useUser().user?.weekStartsOn)
}
