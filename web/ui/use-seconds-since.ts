import { useEffect, useState } from 'react'

/** A task that takes longer than this shows its duration and a button to cancel it. */
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

/** The seconds since a task started. Null until the task is slow. */
export function useSlowSeconds(startedAt: number | null): number | null {
  const seconds = useSecondsSince(startedAt)
  return seconds >= SLOW_AFTER_S ? seconds : null
}
