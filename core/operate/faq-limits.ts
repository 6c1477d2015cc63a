/** Limits of a question and an answer, in UTF-16 units. */
export const MOST_QUESTION = 200
export const MOST_ANSWER = 4_000
/** The maximum number of questions. It only guards against misuse; no real FAQ is this long. */
export const MOST_QUESTIONS = 200
