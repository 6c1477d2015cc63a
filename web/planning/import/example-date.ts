/** A date as a table may have it: in the year that comes, so that it is not over. */
export const exampleDate = (now: Date): string => `${now.getFullYear() + 1}-01-15`
