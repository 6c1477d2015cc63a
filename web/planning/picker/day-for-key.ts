import { dateInNextView, dayAfter } from '#core/posts/calendar.ts'
import { weekdayOf } from '#core/time-zone.ts'

interface Key {
  key: string
  shiftKey: boolean
}

/** Returns the day to which a key moves in an ARIA date grid. Undefined for keys that do not move. */
export function dayForKey(
  { key, shiftKey }: Key,
  day: string,
  direction: 'ltr' | 'rtl',
  weekStartsOn: number,
): string | undefined {
  const weekday = (weekdayOf(day) - weekStartsOn + 7) % 7
  const month = (step: 1 | -1) => dateInNextView('month', day, step)
  const year = (step: 1 | -1) => {
    const moved = `${Number(day.slice(0, 4)) + step}${day.slice(4)}`
    return moved.replace('-02-29', '-02-28')
  }
  const forward = direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft'
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const step = key === forward ? 1 : -1
      return shiftKey ? month(step) : dayAfter(day, step)
    }
    case 'ArrowUp':
      return shiftKey ? year(-1) : dayAfter(day, -7)
    case 'ArrowDown':
      return shiftKey ? year(1) : dayAfter(day, 7)
    case 'PageUp':
      return shiftKey ? year(-1) : month(-1)
    case 'PageDown':
      return shiftKey ? year(1) : month(1)
    case 'Home':
      return dayAfter(day, -weekday)
    case 'End':
      return dayAfter(day, 6 - weekday)
    default:
      return undefined
  }
}
