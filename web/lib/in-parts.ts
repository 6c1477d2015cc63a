import { startTransition, useEffect, useState } from 'react'

/**
 * Draws a page one part after another, each in short pieces, so that no phone stands still for all of it: what comes from
 * a store is drawn in one piece otherwise.
 * @returns how many parts are to be seen; once one is, it stays
 */
export function useInParts(isReady: boolean, parts: number): number {
  const [seen, setSeen] = useState(0)
  useEffect(() => {
    if (isReady && seen < parts) startTransition(() => setSeen(seen + 1))
  }, [isReady, seen, parts])
  return seen
}
