export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u))

/** Builds a map from lists of words: `{ day: 'day days' }` maps both `day` and `days` to `day`. */
export const byWord = (rows: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(rows).flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)))
