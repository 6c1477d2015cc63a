import { firstWeekday, type WeekStart } from '#core/posts/week-start.ts'
import { useUser } from './session.ts'

/** The day on which the person's weeks begin, 0 is Sunday: their own choice, else by their browser's language. */
export function useFirstWeekday(): WeekStart {
  return firstWeekday(navigator.language, useUser().user?.weekStartsOn)
}
