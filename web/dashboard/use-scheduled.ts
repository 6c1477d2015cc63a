import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Post } from '#core/posts/contract.ts'
import { beginningOf } from '../lib/first-answer.ts'
import { reading } from '../lib/queries.ts'

const READS = reading('GET /api/posts/scheduled')

/** The posts that are to go out. Where the page came with the first of them, the others wait until it stands. */
export function useScheduled() {
  const beginning = beginningOf<Post[]>(READS)
  const isStanding = useIsStanding()
  return useQuery({ ...READS, placeholderData: beginning, enabled: isStanding || !beginning })
}

/** Whether what was drawn first has been painted, and nothing else is to be done just now. */
function useIsStanding(): boolean {
  const [isStanding, setIsStanding] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in globalThis)) {
      const later = setTimeout(() => setIsStanding(true), 200)
      return () => clearTimeout(later)
    }
    const idle = requestIdleCallback(() => setIsStanding(true), { timeout: 1_000 })
    return () => cancelIdleCallback(idle)
  }, [])
  return isStanding
}
