import { startTransition, useEffect, useState } from 'react'

/**
 * Renders one part per frame, so that a slow phone stays responsive.
 * @returns how many parts to render now
 */
export function useProgressiveRender(isReady: boolean, parts: number): number {
  const [seen, setSeen] = useState(0)
  useEffect(() => {
    if (!isReady || seen >= parts) return
    const frame = requestAnimationFrame(() => startTransition(() => setSeen(seen + 1)))
    return () => cancelAnimationFrame(frame)
  }, [isReady, seen, parts])
  return seen
}
