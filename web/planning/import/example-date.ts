/** Returns a date for the example table. It is in the next year, so that it is never in the past. */
export const exampleDate = (now: Date): string => `${now.getFullYear() + 1}-01-15`
