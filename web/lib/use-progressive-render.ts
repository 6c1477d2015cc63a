import { startTransition, useEffect, useState } from 'react'

/**
 * Draws a page one part after another, each in short pieces and in a frame of its own, so that no phone stands still for
 * all of it: what comes from a store is drawn in one piece otherwise, and what is drawn within one frame is laid out in one.
 * @returns how many parts are to be seen; once one is, it stays
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
