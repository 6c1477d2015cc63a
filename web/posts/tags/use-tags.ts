import { useQuery } from '@tanstack/react-query'
import { queryClient, reading } from '../../lib/queries.ts'

/** The user's tags. @param isNeeded users without tags make no request for them */
export const useTags = (isNeeded: boolean) => useQuery({ ...reading('GET /api/tags'), enabled: isNeeded })

/** Those of a post's tags that still exist. @throws ApiError */
export async function existingTagIds({ tagIds = [] }: { tagIds?: readonly string[] | undefined }): Promise<string[]> {
  if (tagIds.length === 0) return []
  const tags = await queryClient.fetchQuery({ ...reading('GET /api/tags'), staleTime: 0 })
  return tagIds.filter((id) => tags.some((tag) => tag.id === id))
}
