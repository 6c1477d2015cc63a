/** Fewer posts than this support no conclusion. */
export const MIN_SAMPLE = 5
