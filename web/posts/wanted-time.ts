import { useLocation, useSearch } from 'wouter'
import { useNow } from '../lib/use-now.ts'

const PARAMETER = 'at'

/** The address that opens the composer for a free weekly time. */
export const writePathFor = (at: string): string => `/create?${new URLSearchParams({ [PARAMETER]: at })}`

/** The free weekly time for which the user writes in the composer. Null if there is none or it has passed. */
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
