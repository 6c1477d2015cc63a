import { useFormatter } from 'use-intl'
import { useFirstWeekday } from '../../lib/first-weekday.ts'

const DAYS = [0, 1, 2, 3, 4, 5, 6]
/** 1 January 2023, which was a Sunday. */
const SUNDAY_MS = Date.UTC(2023, 0, 1)

export function useWeekdays(): { inOrder: number[]; names: string[]; shortNames: string[] } {
  const format = useFormatter()
  const first = useFirstWeekday()
  const name = (look: 'long' | 'short') =>
    DAYS.map((day) => format.dateTime(new Date(SUNDAY_MS + day * 86_400_000), { weekday: look, timeZone: 'UTC' }))
  return { inOrder: DAYS.map((day) => (day + first) % 7), names: name('long'), shortNames: name('short') }
}
