const KEPT = 100
const KEPT_MS = 5 * 60_000

/**
 * Does a work once for all who ask for it within five minutes, the last hundred works. A work that fails is forgotten.
 * The time is the machine's own, which never jumps: nothing but freshness hangs on it.
 */
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
