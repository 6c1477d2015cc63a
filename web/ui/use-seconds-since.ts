import { useEffect, useState } from 'react'

/** For so long nobody asks what is going on; after that it is told for how long, with a way out. */
const SLOW_AFTER_S = 2

/** Whole seconds since an instant in ms, counted while it is on the screen; none without one. */
export function useSecondsSince(startedAt: number | null): number {
  const [now, setNow] = useState(Date.now)
  const isRunning = startedAt !== null
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  return isRunning ? Math.max(0, Math.floor((now - startedAt) / 1000)) : 0
}

/** The same once it takes long, else null. */
export function useSlowSeconds(startedAt: number | null): number | null {
  const seconds = useSecondsSince(startedAt)
  return seconds >= SLOW_AFTER_S ? seconds : null
}
