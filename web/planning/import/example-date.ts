/** A date for the example of a table. It is in the next year, and so never in the past. */
export const exampleDate = (now: Date): string => `${now.getFullYear() + 1}-01-15`
