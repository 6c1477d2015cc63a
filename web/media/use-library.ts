import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { LibraryImage } from '#core/media/contract.ts'
import type { MediaKind } from '#core/media/kinds.ts'
import type { ApiError } from '../lib/api.ts'
import { queryClient, reading } from '../lib/queries.ts'

const PAGE_SIZE = 60

/**
 * The user's media, newest first.
 * @param q words of descriptions and file names; empty for all
 */
export function useLibrary(q: string, kind?: MediaKind) {
  const page = (after?: string) =>
    reading('GET /api/library', {
      query: { limit: PAGE_SIZE, ...(q && { q }), ...(kind && { kind }), ...(after && { after }) },
    })
  return useInfiniteQuery<LibraryImage[], ApiError, LibraryImage[], readonly unknown[], string | undefined>({
    queryKey: [...page().queryKey, 'pages'],
    queryFn: ({ pageParam }) => queryClient.fetchQuery({ ...page(pageParam), staleTime: 0 }),
    initialPageParam: undefined,
    getNextPageParam: (images) => (images.length === PAGE_SIZE ? images.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flat(),
    placeholderData: keepPreviousData,
    // Refetch each time, because no event reports an upload.
    refetchOnMount: 'always',
  })
}
