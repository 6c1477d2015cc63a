import type { Formats } from 'use-intl'

/** The formats that messages name, as in `{share, number, percent}`. */
export const MESSAGE_FORMATS = {
  dateTime: { long: { dateStyle: 'long' } },
  number: { percent: { style: 'percent' } },
} satisfies Formats
