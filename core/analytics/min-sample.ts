/** The minimum number of posts from which the analytics draw a conclusion. */
export const MIN_SAMPLE = 5
