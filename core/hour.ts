/**
 * Removes the leading zero of the hour: `09:30` becomes `9:30`, in Arabic and European digits. In Arabic, and before
 * seconds, `Intl` keeps it even with `hour: 'numeric'`.
 */
export const withoutLeadingZero = (text: string): string => text.replace(LEADING_ZERO, '')

/** Matches the leading zero of a two-digit hour before a colon, in European or Arabic digits. */
const LEADING_ZERO = /(?<![:0-9٠-٩])[0٠](?=[0-9٠-٩]:)/u

/** Options of `Intl` for a time of day. Pass the formatted text through `withoutLeadingZero`. */
export const CLOCK = {
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
} as const satisfies Intl.DateTimeFormatOptions
