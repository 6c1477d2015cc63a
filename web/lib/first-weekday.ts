import { firstWeekday, type WeekStart } from '#core/posts/week-start.ts'
import { useUser } from './session.ts'

/** 0 is Sunday. */
export function useFirstWeekday(): WeekStart {
  return firstWeekday(navigator.language, useUser().user?.weekStartsOn)
}
