/** In UTF-16 units. */
export const MOST_QUESTION = 200
export const MOST_ANSWER = 4_000
/** More than anybody reads. */
export const MOST_QUESTIONS = 200
