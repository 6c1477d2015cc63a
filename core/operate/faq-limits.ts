/** In UTF-16 units. */
export const MOST_QUESTION = 200
export const MOST_ANSWER = 4_000
/** A limit that no reader reaches. */
export const MOST_QUESTIONS = 200
