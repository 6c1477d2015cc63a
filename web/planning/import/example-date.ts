/** An example date for a table: next year, so it is never past. */
export const exampleDate = (now: Date): string => `${now.getFullYear() + 1}-01-15`
