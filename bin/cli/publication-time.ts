import { usageError } from './cli-error.ts'

/** A time that the user typed. `next` is the next free weekly time. */
export type TypedTime =
  | { kind: 'instant'; scheduledAt: string }
  | { kind: 'local'; wallTime: string }
  | { kind: 'after'; ms: number }
  | { kind: 'next' }

export const TIME_FORMS = '2026-03-01T08:30+03:00, "2026-03-01 08:30" in your time zone, +90m, +2h, +3d, or next'

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const DATE_AND_TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(?: ?([Zz]|[+-]\d\d:?\d\d))?$/
const DURATION = /^\+(\d{1,4}) ?([mhd])$/i

/** Reads the value of `--at`, with Latin or Arabic digits. @throws CliError */
export function readTime(text: string): TypedTime {
  const given = text.trim().replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
  if (/^next$/i.test(given)) return { kind: 'next' }
  const [, count, unit] = DURATION.exec(given) ?? []
  if (count && unit) return { kind: 'after', ms: Number(count) * UNITS[unit.toLowerCase() as keyof typeof UNITS] }
  const [, date = '', time = '', seconds = '', offset] = DATE_AND_TIME.exec(given) ?? []
  const isReal = new Date(`${date}T${time}Z`).toJSON()?.startsWith(`${date}T${time}`)
  const scheduledAt = offset && new Date(`${date}T${time}${seconds}${withColon(offset)}`).toJSON()
  if (isReal && scheduledAt) return { kind: 'instant', scheduledAt }
  if (isReal && offset === undefined && /^(?::00(?:\.0+)?)?$/.test(seconds))
    return { kind: 'local', wallTime: `${date}T${time}` }
  throw usageError(`"${text}" is not a time for --at. Forms: ${TIME_FORMS}.`)
}

const withColon = (offset: string): string => offset.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')
