import { firstWeekday, type WeekStart } from '#core/posts/week-start.ts'
import { useUser } from './session.ts'

/** First day of the user's week, 0 is Sunday: their setting, or the default of their browser's language. */
export function useFirstWeekday(): WeekStart {
  return firstWeekday(navigator.language, useUser().user?.weekStartsOn)
}
