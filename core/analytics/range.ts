/** In days. */
export const MAX_RANGE_DAYS = 366
/** The default range: this many days up to today. */
export const DEFAULT_RANGE_DAYS = 30
