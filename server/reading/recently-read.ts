const KEPT = 100
const KEPT_MS = 5 * 60_000

/** Shares the results of the last hundred reads for five minutes. Forgets failed reads. Uses the monotonic clock. */
export function recentlyRead<Result>(): (key: string, read: () => Promise<Result>) => Promise<Result> {
  const kept = new Map<string, { result: Promise<Result>; until: number }>()
  return (key, read) => {
    const found = kept.get(key)
    if (found && found.until > performance.now()) return found.result
    const result = read()
    const entry = { result, until: performance.now() + KEPT_MS }
    kept.delete(key)
    kept.set(key, entry)
    result.catch(() => kept.get(key) === entry && kept.delete(key))
    const oldest = kept.keys().next().value
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return result
  }
}
