/** The longest note of an approver, in characters. */
export const NOTE_LIMIT = 2_000
