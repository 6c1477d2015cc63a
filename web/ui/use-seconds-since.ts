import { useEffect, useState } from 'react'

/** After this time, show how long a task takes and a way to cancel it. */
const SLOW_AFTER_S = 2

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

/** Null until the task is slow. */
export function useSlowSeconds(startedAt: number | null): number | null {
  const seconds = useSecondsSince(startedAt)
  return seconds >= SLOW_AFTER_S ? seconds : null
}
