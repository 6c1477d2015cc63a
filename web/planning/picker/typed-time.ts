const HOUR_AND_MINUTE = /^(\d{1,2})(?:\s*[:.]?\s*(\d{2}))?\s*(am|pm|ص|م)?$/i

/**
 * Parses a typed time in Latin or Arabic digits: `9`, `930`, `9:30`, `٠٩٫٣٠` (09.30), `9:30 pm`, `٩ م` (9 pm). Returns
 * a time such as `09:30`, or null if invalid.
 */
export function readTime(text: string): string | null {
  const [, hours, minutes = '00', half] = HOUR_AND_MINUTE.exec(inLatinFigures(text.trim())) ?? []
  if (hours === undefined) return null
  const hour = half ? hourOfDay(Number(hours), /pm|م/i.test(half)) : Number(hours)
  return hour === null || hour > 23 || Number(minutes) > 59 ? null : `${pad(hour)}:${minutes}`
}

/** Whether a typed time is complete: `0930` and `9:30` are, but `9` may still become `9:30`. */
export function isWholeTime(text: string): boolean {
  return /^\d{4}$|^\d{1,2}\s*[:.]\s*\d{2}$/.test(inLatinFigures(text.trim()))
}

/** Returns the next or previous quarter of an hour. After 23:45 comes 00:00. */
export function nextQuarter(time: string, direction: 1 | -1): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const quarters = (hour * 60 + minute) / 15
  const next = direction > 0 ? Math.floor(quarters) + 1 : Math.ceil(quarters) - 1
  const minutes = ((next + 96) % 96) * 15
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

function hourOfDay(hour: number, isAfternoon: boolean): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (isAfternoon ? 12 : 0)
}

function inLatinFigures(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (figure) => String(figure.charCodeAt(0) & 15))
    .replace(/[\u066b\u061b\uff1a]/g, ':')
    .replace(/[\u200e\u200f\u061c]/g, '')
}

const pad = (value: number): string => String(value).padStart(2, '0')
