import { useQuery } from '@tanstack/react-query'
import type { LinkPage, MailedLink } from '#core/people/profile-contract.ts'
import { ApiError, call } from './api.ts'

/**
 * What a mailed link is about, so that nobody answers for an account that they do not see.
 * @returns the link, null where it works no more; undefined while that is asked, and where nobody answers
 */
export function useMailedLink(
  page: LinkPage,
  token: string,
): { link: MailedLink | null | undefined; isAsked: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ['mailed-link', page, token],
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      try {
        return await call('POST /api/mailed-link', { body: { page, token } }, { signal })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid_token') return null
        throw error
      }
    },
  })
  return { link: token === '' ? null : data, isAsked: isLoading }
}
