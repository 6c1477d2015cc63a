/** The longest range, in days. */
export const MOST_DAYS = 366
/** What is shown unless told, in days until today. */
export const USUAL_DAYS = 30
