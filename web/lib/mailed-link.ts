import { useQuery } from '@tanstack/react-query'
import type { LinkPage, MailedLink } from '#core/people/profile-contract.ts'
import { ApiError, call } from './api.ts'

/**
 * The facts about a mailed link.
 * @returns null if the link is invalid; undefined while loading or without a response
 */
export function useMailedLink(
  page: LinkPage,
  token: string,
): { link: MailedLink | null | undefined; isLoading: boolean } {
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
  return { link: token === '' ? null : data, isLoading }
}
