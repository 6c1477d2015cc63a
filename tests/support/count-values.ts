/** Counts how often each value occurs, so that order does not matter: `{ 201: 1, 409: 1 }`. */
export function countValues(values: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}
