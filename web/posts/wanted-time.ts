import { useLocation, useSearch } from 'wouter'
import { useNow } from '../lib/use-now.ts'

const PARAMETER = 'at'

/** Returns the path that opens the composer for a post at a free weekly time. */
export const writePathFor = (at: string): string => `/create?${new URLSearchParams({ [PARAMETER]: at })}`

/** Reads the free weekly time from the composer's address. Null if the address has none or the time has passed. */
export function useWantedTime(): [Date | null, clear: () => void] {
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const given = path === '/create' ? search.get(PARAMETER) : null
  const at = given === null ? null : new Date(given)
  const now = useNow()
  return [
    at && at > now ? at : null,
    () => {
      if (given === null) return
      search.delete(PARAMETER)
      navigate(search.size > 0 ? `${path}?${search}` : path, { replace: true })
    },
  ]
}
