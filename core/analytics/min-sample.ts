/** The analytics draw a conclusion only from at least this many posts. */
export const MIN_SAMPLE = 5
