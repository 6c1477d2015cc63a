import { startTransition, useEffect, useState } from 'react'

/**
 * Renders the parts of a page one after another, each in its own frame, so that a slow phone does not freeze.
 * @returns the number of visible parts, which only grows
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
