import { startTransition, useEffect, useState } from 'react'

/** Each part in its own frame, so that a slow phone does not freeze. @returns the visible number */
export function useProgressiveRender(isReady: boolean, parts: number): number {
  const [seen, setSeen] = useState(0)
  useEffect(() => {
    if (!isReady || seen >= parts) return
    const frame = requestAnimationFrame(() => startTransition(() => setSeen(seen + 1)))
    return () => cancelAnimationFrame(frame)
  }, [isReady, seen, parts])
  return seen
}
