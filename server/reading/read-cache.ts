const MAX_ENTRIES = 100
const TTL_MS = 5 * 60_000

/**
 * Caches the last hundred results for five minutes, and shares them between callers. Does not cache failures. Uses a
 * monotonic clock.
 */
export function readCache<Result>(): (key: string, read: () => Promise<Result>) => Promise<Result> {
  const kept = new Map<string, { result: Promise<Result>; until: number }>()
  return (key, read) => {
    const found = kept.get(key)
    if (found && found.until > performance.now()) return found.result
    const result = read()
    const entry = { result, until: performance.now() + TTL_MS }
    kept.delete(key)
    kept.set(key, entry)
    result.catch(() => kept.get(key) === entry && kept.delete(key))
    const oldest = kept.keys().next().value
    if (kept.size > MAX_ENTRIES && oldest !== undefined) kept.delete(oldest)
    return result
  }
}
